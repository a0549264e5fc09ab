import { Buffer } from "node:buffer";
import { HOST } from "./refused_connection.ts";

/** The head of a request without a body, in the form that every client and proxy sends. */
export interface PlainHead {
  method: "GET" | "HEAD";
  /** Path and query as they were sent. */
  target: string;
  headers: PlainHeaders;
  /** Where the next request begins. */
  end: number;
}

/** Header lines as they were sent, and what they say by name in lower case. */
export interface PlainHeaders {
  lines: string;
  host: string;
  get(name: string): string | null;
  has(name: string): boolean;
}

/** The longest head that is read here, in bytes, and the most header lines. */
export const LONGEST_HEAD = 8192;
const MOST_LINES = 64;

const END = "\r\n\r\n";
const VERSION = " HTTP/1.1\r\n";

/** What addresses are made of (RFC 3986), and nothing that anybody reads in two ways. */
const TARGET = /^\/[\w.~!$&'()*+,;=:@%/?-]*$/;

/** Lines that nobody reads in two ways: no folding, no space before a colon or at an end. */
const LINES = /^(?:[\w!#$%&'*+.^`|~-]+: ?[!-~](?:[ -~]*[!-~])?\r\n)+$/;

/** What announces a body, or asks for another treatment of the connection. */
const SPECIAL = /^(?:content-length|transfer-encoding|trailer|upgrade|expect|http2-.*|proxy-.*)$/;

/**
 * The request that begins at `at`. Undefined for everything that another program could take for
 * another request, for what is not all there, and for what is no GET or HEAD without a body.
 *
 * @param last headers read before: most requests of a connection have the same
 */
export function plainHead(
  text: string,
  at: number,
  last: PlainHeaders | undefined,
): PlainHead | undefined {
  const method = text.startsWith("GET /", at)
    ? "GET"
    : text.startsWith("HEAD /", at)
    ? "HEAD"
    : undefined;
  if (method === undefined) return undefined;
  const end = text.indexOf(END, at);
  if (end < 0 || end - at > LONGEST_HEAD) return undefined;
  const version = text.indexOf("\r\n", at) + 2 - VERSION.length;
  if (!text.startsWith(VERSION, version)) return undefined;
  const target = text.slice(at + method.length + 1, version);
  if (!TARGET.test(target)) return undefined;
  const lines = text.slice(version + VERSION.length, end + 2);
  const headers = lines === last?.lines ? last : readHeaders(lines);
  return headers && { method, target, headers, end: end + END.length };
}

function readHeaders(sent: string): PlainHeaders | undefined {
  if (!LINES.test(sent)) return undefined;
  // A copy: a part of a text keeps all of the text in memory.
  const lines = Buffer.from(sent, "latin1").toString("latin1");
  const found = new Map<string, string>();
  const each = lines.split("\r\n");
  each.pop();
  if (each.length > MOST_LINES) return undefined;
  for (const line of each) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trimStart();
    if (SPECIAL.test(name)) return undefined;
    if (name === "connection" && value.toLowerCase() !== "keep-alive") return undefined;
    const before = found.get(name);
    // Several count as `Headers` has them.
    found.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  // Two hosts make one that is none.
  const host = found.get("host");
  if (host === undefined || !HOST.test(host)) return undefined;
  return {
    lines,
    host,
    get: (name) => found.get(name.toLowerCase()) ?? null,
    has: (name) => found.has(name.toLowerCase()),
  };
}
