import type { RequestHead } from "@svc/http/listener";

/** Characters of a token, at most: what is longer is not even looked at. */
const LONGEST = 512;

const BEARER = /^bearer +([!-~]+) *$/i;

/**
 * What a request's `Authorization` header brings as a bearer token. Tokens come in no other way: an
 * address stands in logs and histories.
 *
 * @returns undefined without such a header; "" for another scheme, for several of them, and for what is
 *   too long
 */
export function bearerOf(request: Pick<RequestHead, "headers">): string | undefined {
  const header = request.headers.get("authorization");
  if (header === null) return undefined;
  if (header.length > LONGEST + "Bearer ".length) return "";
  return BEARER.exec(header)?.[1] ?? "";
}
