import { SvcError } from "@svc/core/error";
import type { Host } from "../frame/host.ts";

/**
 * Refuses while `SVC_API_KEY` decides who one is: what is stored would not be used (spec §4.5).
 *
 * @throws SvcError `login_disabled`.
 */
export function refuseWithEnvironmentKey(host: Pick<Host, "env">, command: string): void {
  if (!host.env("SVC_API_KEY")) return;
  throw new SvcError(
    "login_disabled",
    `'svc ${command}' is disabled while SVC_API_KEY is set: that key wins over any stored login`,
    { hint: `Run 'unset SVC_API_KEY' first; 'svc auth whoami' shows who the key acts as.` },
  );
}
