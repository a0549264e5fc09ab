import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

/**
 * Sends an answer whose body is a stream of an announced length. One that fails ends the connection, as
 * who reads would take the next answer for the rest; Hono's adapter would send the error's message.
 *
 * @returns false for any other answer, of which nothing is sent
 */
export async function sendStream(
  { status, headers, body }: Response,
  outgoing: ServerResponse,
  failed: (error: unknown) => void,
): Promise<boolean> {
  // A cookie is the only header that may be there twice.
  if (body === null || !headers.has("content-length") || headers.has("set-cookie")) return false;
  if (outgoing.destroyed || outgoing.req.method === "HEAD") return false;
  outgoing.writeHead(status, Object.fromEntries(headers));
  try {
    await pipeline(body, outgoing);
  } catch (error) {
    if ((error as { code?: string }).code !== "ERR_STREAM_PREMATURE_CLOSE") failed(error);
  }
  return true;
}
