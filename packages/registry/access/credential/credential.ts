import { SvcError } from "@svc/core/error";

/** The one credential a request is judged by, before anybody has looked whether it is any good. */
export type Credential =
  | { from: "none" }
  | { from: "authorization"; value: string }
  | { from: "x-api-key"; value: string }
  | { from: "cookie"; value: string };

const BEARER = /^bearer +([\x21-\x7e]+)$/i;

/**
 * Reads a request's credential: `Authorization`, else `x-api-key`, else the session cookie
 * (spec §5.1). A header that is present decides, also when what it holds is not a good: falling back
 * to a weaker credential would let a caller act as somebody they did not mean to be.
 *
 * @throws SvcError `invalid_api_key` when `Authorization` is not a bearer credential.
 */
export function readCredential(headers: Pick<Headers, "get">, cookieName: string): Credential {
  const authorization = headers.get("authorization");
  if (authorization !== null) {
    const value = BEARER.exec(authorization.trim())?.[1];
    if (value === undefined) {
      throw new SvcError("invalid_api_key", "The Authorization header is not a bearer credential", {
        hint: "Send 'Authorization: Bearer <key>'.",
      });
    }
    return { from: "authorization", value };
  }
  const key = headers.get("x-api-key");
  if (key !== null) return { from: "x-api-key", value: key.trim() };
  const cookie = readCookie(headers.get("cookie") ?? "", cookieName);
  return cookie === undefined ? { from: "none" } : { from: "cookie", value: cookie };
}

/** A cookie of a `Cookie` header, decoded; undefined when it is not there. */
export function readCookie(header: string, name: string): string | undefined {
  for (const part of header.split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) {
      const value = part.slice(at + 1).trim();
      try {
        return decodeURIComponent(value);
      } catch {
        return value;
      }
    }
  }
  return undefined;
}
