/** Largest file that is read or written, in bytes (spec 2.7, family C). */
export const LARGEST_FILE = 1_000_000;

/** A file's bytes as data holds them. */
export interface Content {
  encoding: "utf-8" | "base64";
  content: string;
}

/** The id that git gives a file with these bytes, 40 hexadecimal digits. */
export async function blobId(bytes: Uint8Array): Promise<string> {
  const head = new TextEncoder().encode(`blob ${bytes.length}\0`);
  const whole = new Uint8Array(head.length + bytes.length);
  whole.set(head);
  whole.set(bytes, head.length);
  return new Uint8Array(await crypto.subtle.digest("SHA-1", whole)).toHex();
}

/** The text of a file, with its byte order mark if it has one; undefined when it is not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Text when the bytes are UTF-8, else base64. */
export function contentOf(bytes: Uint8Array): Content {
  const text = textOf(bytes);
  return text === undefined
    ? { encoding: "base64", content: bytes.toBase64() }
    : { encoding: "utf-8", content: text };
}

/** Whether the bytes are not a file of their own but the pointer of Git LFS to one. */
export function isLfsPointer(bytes: Uint8Array): boolean {
  return bytes.length < 1024 &&
    textOf(bytes)?.startsWith("version https://git-lfs.github.com/spec/v1\n") === true;
}
