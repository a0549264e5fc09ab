import { BODY_ENCODINGS } from "../outputs/raw_github_api_response.ts";

/** Characters of a body in one document at most. */
const MOST_IN_PART = 512 * 1024;

/** A body as documents hold it. */
export interface EncodedBody {
  encoding: typeof BODY_ENCODINGS[number];
  text: string;
}

/** A body as text when that gives the same bytes again, else as base64. */
export function encodeBody(bytes: Uint8Array): EncodedBody {
  const text = asText(bytes);
  return text === undefined
    ? { encoding: "base64", text: bytes.toBase64() }
    : { encoding: "utf8", text };
}

/**
 * The bytes of an {@link encodeBody encoded body}.
 *
 * @throws SyntaxError for base64 that is none.
 */
export function decodeBody({ encoding, text }: EncodedBody): Uint8Array<ArrayBuffer> {
  return encoding === "utf8" ? new TextEncoder().encode(text) : Uint8Array.fromBase64(text);
}

/** The parts of a text that documents hold, none of them ending within a character. */
export function splitText(text: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + MOST_IN_PART, text.length);
    if (to < text.length && /[\ud800-\udbff]/.test(text[to - 1]!)) to -= 1;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts.length === 0 ? [""] : parts;
}

/** The text of bytes; undefined when it would not be stored as it is. */
function asText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}
