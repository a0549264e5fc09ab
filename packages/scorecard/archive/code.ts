import { readSource, type SourceCode } from "@svc/core/source";

/** The text of a module and what a reader of code sees in it. */
export interface ReadCode {
  text: string;
  read: SourceCode;
}

const decoder = new TextDecoder();
const known = new WeakMap<Uint8Array, ReadCode>();

/**
 * Reads the code in a file's bytes, once however many rules look at it: reading a large source takes
 * a third as long as documenting it.
 */
export function codeOf(bytes: Uint8Array): ReadCode {
  let code = known.get(bytes);
  if (code === undefined) {
    const text = decoder.decode(bytes);
    known.set(bytes, code = { text, read: readSource(text) });
  }
  return code;
}
