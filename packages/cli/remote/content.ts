import { isSvcError } from "@svc/core/error";
import type { OperationKey } from "@svc/serve/api";
import { alarm } from "./alarm.ts";
import { PATIENCE, send, type ServerRequest } from "./call.ts";
import { unanswered } from "./refusal.ts";
import type { ServerAddress } from "./server_address.ts";

/** Why a connection was given up. */
const LATE = new DOMException("nothing came", "TimeoutError");

/**
 * The bytes of an operation that answers with content, as they come. However long that takes: only a
 * server that says nothing for 30 seconds is left.
 *
 * @throws SvcError as `callServer`, also while it is read
 */
export async function* contentOf(
  server: ServerAddress,
  key: OperationKey,
  request: ServerRequest,
): AsyncGenerator<Uint8Array> {
  const connection = new AbortController();
  const clock = alarm(() => connection.abort(LATE));
  try {
    clock.set(PATIENCE.request);
    const response = await send(server, key, { ...request, signal: connection.signal }, "*/*");
    for await (const piece of response.body ?? []) {
      clock.set(PATIENCE.request);
      yield piece;
    }
  } catch (error) {
    throw isSvcError(error) ? error : unanswered(server, error, PATIENCE.request);
  } finally {
    clock.set();
    connection.abort();
  }
}
