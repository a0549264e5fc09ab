/**
 * Writes archives byte by byte, sound ones and hostile ones, for tests only.
 *
 * @module
 */

/** One tar entry as raw as a test needs it. */
export interface RawEntry {
  name?: string | Uint8Array;
  prefix?: string;
  /** The type flag; `0`, a file, unless given. */
  flag?: string;
  bytes?: Uint8Array;
  /** What the header says instead of the real length. */
  size?: number | string;
  mode?: number;
  magic?: string;
  link?: string;
  /** Text right after the first 131 bytes of the prefix, where some tools write times. */
  afterPrefix?: string;
  /** Spoils the header's checksum. */
  badChecksum?: boolean;
}

const encoder = new TextEncoder();
const BLOCK = 512;

/** The least manifest that is valid. */
export const MANIFEST = `manifestVersion: 1
name: "@team/tool"
version: 2026.01.01.1
models: [tool.ts]
`;

/** The entries of a sound archive. */
export const SOUND: readonly RawEntry[] = [
  { name: "extension/", flag: "5" },
  { name: "extension/manifest.yaml", bytes: encoder.encode(MANIFEST) },
  { name: "extension/models/tool.ts", bytes: encoder.encode("export {};\n") },
];

/** A file entry inside `extension/`. */
export function file(path: string, content: string | Uint8Array = "x"): RawEntry {
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  return { name: `extension/${path}`, bytes };
}

/** A tar of raw entries, ended by two zero blocks. */
export function tar(entries: readonly RawEntry[]): Uint8Array<ArrayBuffer> {
  return concat([...entries.flatMap(blocks), new Uint8Array(2 * BLOCK)]);
}

/** One gzip member. */
export async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A packed archive of raw entries. */
export function packed(entries: readonly RawEntry[]): Promise<Uint8Array<ArrayBuffer>> {
  return gzip(tar(entries));
}

/** Bytes one after another. */
export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function blocks(entry: RawEntry): Uint8Array[] {
  const { name = "", bytes = new Uint8Array(), magic = "ustar\x0000" } = entry;
  const header = new Uint8Array(BLOCK);
  const put = (offset: number, value: string | Uint8Array) =>
    header.set(typeof value === "string" ? encoder.encode(value) : value, offset);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  const size = entry.size ?? bytes.length;
  put(0, name);
  put(100, octal(entry.mode ?? 0o644, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, typeof size === "string" ? size : octal(size, 11));
  put(136, octal(0, 11));
  put(148, "        ");
  put(156, entry.flag ?? "0");
  put(157, entry.link ?? "");
  put(257, magic);
  put(345, entry.prefix ?? "");
  put(476, entry.afterPrefix ?? "");
  const sum = header.reduce((total, byte) => total + byte, entry.badChecksum ? 1 : 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  const padding = new Uint8Array((BLOCK - bytes.length % BLOCK) % BLOCK);
  return [header, bytes, padding];
}
