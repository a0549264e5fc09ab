import type { IncomingMessage } from "node:http";
import { HOST } from "./refused_connection.ts";

/** What is known of a request as soon as its head is there; a `Request` is one as well. */
export interface RequestHead {
  method: string;
  url: string;
  headers: Pick<Headers, "get" | "has">;
}

/**
 * A request of a connection, without a `Request` being made of it, which takes as long as answering it.
 * Undefined for what does not ask for a path of a named host in the usual form.
 */
export function requestHead({ method, url, rawHeaders }: IncomingMessage): RequestHead | undefined {
  const host = valueOf(rawHeaders, "host");
  if (method === undefined || host === null || !HOST.test(host)) return undefined;
  if (!url?.startsWith("/")) return undefined;
  return {
    method,
    url: `http://${host}${url}`,
    headers: {
      get: (name) => valueOf(rawHeaders, name.toLowerCase()),
      has: (name) => valueOf(rawHeaders, name.toLowerCase()) !== null,
    },
  };
}

/** A header's value. Not by `IncomingMessage.headers`, which makes an object of all of them first. */
export function valueOf(rawHeaders: readonly string[], name: string): string | null {
  let found: string | null = null;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const known = rawHeaders[at]!;
    if (known.length !== name.length || known.toLowerCase() !== name) continue;
    // Several count as `Headers` has them.
    found = found === null ? rawHeaders[at + 1]! : `${found}, ${rawHeaders[at + 1]}`;
  }
  return found;
}
