import { SvcError } from "@svc/core/error";
import { urlHost } from "./settings/network.ts";

/** The refusal of an address that cannot be listened on. */
export function cannotListen(
  { host, port }: { host: string; port: number },
  cause: unknown,
): SvcError {
  const taken = cause instanceof Deno.errors.AddrInUse ||
    (cause as { code?: string }).code === "EADDRINUSE";
  return new SvcError("unavailable", `Cannot listen on ${urlHost(host)}:${port}`, {
    hint: taken
      ? "Another program uses the port; choose another one with --port, or 0 for a free one."
      : "Give --host an address of this machine, and --port one that you may use.",
    cause,
  });
}
