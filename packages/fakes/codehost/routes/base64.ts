import { invalid } from "../call/mod.ts";

/** Base64 with a line break after every 60 characters, as the API writes it. */
export const wrappedBase64 = (bytes: Uint8Array): string =>
  bytes.toBase64().replace(/.{1,60}/g, "$&\n");

/**
 * The bytes of Base64 text, which may have line breaks.
 *
 * @throws Refusal 422
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    throw invalid([], "content is not valid Base64");
  }
}
