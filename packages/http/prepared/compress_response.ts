import type { Compressor } from "./compressor.ts";
import { acceptedEncodings } from "./encoding.ts";
import { paysToCompress } from "./forms.ts";

/** The longest body that is compressed as a whole, in bytes. */
const LONGEST = 4 * 1024 * 1024;

type Asked = Pick<Request, "method" | "headers">;

/**
 * The response with its text as short as who asks takes it, compressed by `compressor`; as it is where
 * that does not pay, where somebody has decided about its bytes already, and where its length must
 * not tell what is in it.
 */
export async function compressResponse(
  request: Asked,
  response: Response,
  compressor: Compressor,
): Promise<Response> {
  const [encoding] = acceptedEncodings(request.headers.get("accept-encoding"));
  if (encoding === undefined || encoding === "identity" || request.method === "HEAD") {
    return response;
  }
  if (isDecided(response) || lengthTells(request, response)) return response;
  const body = new Uint8Array(await response.arrayBuffer());
  const short = paysToCompress(response.headers.get("content-type"), body.byteLength)
    ? await compressor.compress(body, encoding)
    : "no shorter";
  const headers = new Headers(response.headers);
  headers.append("vary", "accept-encoding");
  if (typeof short === "string") return new Response(body, { status: response.status, headers });
  headers.set("content-encoding", encoding);
  headers.delete("content-length");
  return new Response(short, { status: response.status, headers });
}

/** A prepared answer has its forms; a stream has no end to wait for. */
function isDecided({ body, headers }: Response): boolean {
  const length = Number(headers.get("content-length") ?? 0);
  const type = headers.get("content-type");
  return body === null || length > LONGEST || !paysToCompress(type, Infinity) ||
    type!.startsWith("text/event-stream") ||
    ["content-encoding", "content-range", "etag"].some((name) => headers.has(name));
}

/**
 * True where a page of another site may have had a browser ask for something private: it can put its
 * guesses into the address and learn from the length whether they are in the answer (BREACH). A
 * browser says where a request comes from. What shows a secret is never compressed for one.
 */
function lengthTells({ headers }: Asked, response: Response): boolean {
  if (!headers.has("cookie")) return false;
  const site = headers.get("sec-fetch-site");
  const isOwn = site === "same-origin" || site === "none";
  return !isOwn || /no-store/.test(response.headers.get("cache-control") ?? "");
}
