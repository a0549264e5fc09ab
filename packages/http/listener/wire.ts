import { Buffer } from "node:buffer";
import { STATUS_CODES } from "node:http";
import type { Reply } from "./reply.ts";

/** What of a reply is the same each time. */
interface Rendered {
  /** Status line and headers, by status. */
  heads: Map<number, string>;
  /** The last body that was a text, and its bytes as characters. */
  body: Reply["body"];
  text: string;
}

/** The longest body that is written together with its head, in bytes. */
const LONGEST_BODY = 64 * 1024;

/** What is answered here; anything else goes the usual way. */
const STATUSES: ReadonlySet<number> = new Set([200, 302, 304, 429]);

/** A header that may be written as it is. */
const NAME = /^[a-z0-9-]+$/;
const VALUE = /^[ -~]*$/;

/** What the server writes itself. */
const OWN: ReadonlySet<string> = new Set(["connection", "date", "keep-alive", "transfer-encoding"]);

/** By the headers, which are one object for all replies that differ only in status and body. */
const rendered = new WeakMap<Reply["headers"], Rendered | "unusual">();

/**
 * A reply as node's server writes it, a character for a byte: its head, what `perSecond` ends it
 * with, and its body unless the method is HEAD. Undefined for a reply that is out of the ordinary.
 */
export function wireOf(reply: Reply, method: string, perSecond: string): string | undefined {
  const { status, headers, body } = reply;
  if (!STATUSES.has(status)) return undefined;
  let known = rendered.get(headers);
  if (known === undefined) {
    known = isUsual(headers) ? { heads: new Map(), body: null, text: "" } : "unusual";
    rendered.set(headers, known);
  }
  if (known === "unusual") return undefined;
  let head = known.heads.get(status);
  if (head === undefined) known.heads.set(status, head = headOf(status, headers));
  if (method === "HEAD" || status === 304) return head + perSecond;
  const text = textOf(body, known);
  // Where another answer would begin is for the length to say.
  if (text?.length !== Number(headers["content-length"])) return undefined;
  return head + perSecond + text;
}

function isUsual(headers: Reply["headers"]): boolean {
  return /^\d+$/.test(headers["content-length"] ?? "") &&
    Object.entries(headers).every(([name, value]) =>
      NAME.test(name) && !OWN.has(name) && VALUE.test(value)
    );
}

function headOf(status: number, headers: Reply["headers"]): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}`;
}

function textOf(body: Reply["body"], known: Rendered): string | undefined {
  if (body === null) return undefined;
  if (typeof body === "string") {
    if (body !== known.body) {
      known.body = body;
      known.text = Buffer.from(body).toString("latin1");
    }
    return known.text;
  }
  if (body.byteLength > LONGEST_BODY) return undefined;
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1");
}

/** The end of a head as node's server writes it: when, and for how long the connection stays open. */
export function createPerSecond(idle: number): () => string {
  const open = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(idle / 1000)}\r\n\r\n`;
  let second = 0;
  let text = "";
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) {
      second = now;
      text = `Date: ${new Date(now * 1000).toUTCString()}\r\n${open}`;
    }
    return text;
  };
}
