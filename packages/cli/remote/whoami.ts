import { isSvcError, SvcError } from "@svc/core/error";
import { isPassing } from "./again.ts";
import { callServer } from "./call.ts";
import type { ServerAddress } from "./server_address.ts";

/**
 * Asks a server whether a token is good. One that cannot be asked now is warned about.
 *
 * @throws SvcError `not_authenticated` or `token_expired` when it is not; what the server refuses
 *   otherwise; `unavailable` when no `svc serve` answers
 */
export async function assertAccepted(
  context: { warn(line: string): void },
  server: Omit<ServerAddress, "tokenFrom">,
): Promise<void> {
  try {
    await callServer(
      { ...server, tokenFrom: "servers.json" },
      "service.whoami",
      { patienceMs: 15_000 },
    );
  } catch (error) {
    if (isPassing(error)) {
      return context.warn(`The token could not be checked: ${error.message}`);
    }
    if (!isSvcError(error) || error.status !== 401) throw error;
    throw new SvcError(error.code, `${server.url} does not accept the token: ${error.message}`, {
      hint: "Nothing was stored. Its operator makes tokens with 'svc serve token create'.",
      status: 401,
    });
  }
}
