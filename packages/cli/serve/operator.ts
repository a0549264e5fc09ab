import type { Host } from "../frame/host.ts";

/** Who changes something of `svc serve` on this machine: `ada@builder`. */
export function operatorOf(host: Pick<Host, "env" | "hostname">): string {
  return `${host.env("USER") || host.env("LOGNAME") || "operator"}@${host.hostname()}`;
}
