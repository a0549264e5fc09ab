import type { ServerResponse } from "node:http";
import { type Direct, directOf, type SendBody } from "./direct_body.ts";

/** Bytes up to which head and body go together, copied into one. */
const TOGETHER = 64 * 1024;

/**
 * Sends an answer whose body says what it is; the promise settles when that is given to the connection
 * or the connection is gone.
 *
 * @returns undefined for any other answer, of which nothing is sent
 */
export function sendDirectly(
  response: Response,
  outgoing: ServerResponse,
  failed: (error: unknown) => void,
): Promise<void> | undefined {
  const direct = directOf(response);
  if (direct === undefined || outgoing.destroyed || outgoing.req.method === "HEAD") {
    return undefined;
  }
  // The only header that may be there twice.
  if (response.headers.has("set-cookie")) return undefined;
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  return sendBody(direct, outgoing, failed);
}

async function sendBody(
  direct: Direct,
  outgoing: ServerResponse,
  failed: (error: unknown) => void,
): Promise<void> {
  if (direct instanceof Uint8Array) {
    if (direct.length <= TOGETHER) return void outgoing.end(direct);
    outgoing.flushHeaders();
    // Ended in the same turn, both would be copied into one.
    outgoing.write(direct, (error) => {
      if (!error) outgoing.end();
    });
    return;
  }
  const { write, isGone } = writer(outgoing);
  try {
    await direct(write);
    outgoing.end();
  } catch (error) {
    if (!isGone()) failed(error);
    // Its length has been announced: who reads would take the next answer for the rest.
    outgoing.destroy();
  }
}

function writer(outgoing: ServerResponse) {
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => {});
  let isGone = false;
  for (const event of ["close", "error"]) {
    outgoing.once(event, () => {
      isGone = true;
      gone.reject(new Error("the connection is gone"));
    });
  }
  const write: Parameters<SendBody>[0] = (piece) =>
    Promise.race([
      gone.promise,
      new Promise<void>((resolve, reject) => {
        outgoing.write(piece, (error) => error ? reject(error) : resolve());
      }),
    ]);
  return { write, isGone: () => isGone };
}
