import { refuse } from "./refusal.ts";

/** A tar block. */
export const BLOCK = 512;

/** The header of a regular file or a directory. */
export interface TarHeader {
  name: string;
  directory: boolean;
  size: number;
  mode: number;
}

/** The header of what is not an entry itself, but tells of the next entry or of all. */
export interface PaxHeader extends TarHeader {
  pax: "next" | "all";
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const REFUSED_TYPES: Readonly<Record<string, string>> = {
  "1": "is a hard link",
  "2": "is a symbolic link",
  "3": "is a character device",
  "4": "is a block device",
  "6": "is a named pipe",
  "7": "is a contiguous file",
  S: "is a sparse file",
  X: "is a pax header of an old form, which can give a file a second name or size",
  L: "is a GNU long-name header, which can give a file a second name; use 'tar --format=ustar'",
  K: "is a GNU long-link header",
};

/**
 * Reads one header block. One dialect is accepted: ustar, with pax headers that change nothing, or
 * GNU's without its extra headers; files and directories only. Every tar program reads such an archive
 * alike.
 *
 * @throws SvcError `archive_invalid` or `archive_unsafe`
 */
export function parseTarHeader(block: Uint8Array): TarHeader | PaxHeader {
  const stored = octal(block, 148, 8, undefined);
  let sum = 0;
  for (let i = 0; i < BLOCK; i++) sum += i >= 148 && i < 156 ? 32 : block[i]!;
  if (stored !== sum) throw refuse("archive_invalid", undefined, "a tar header has a bad checksum");

  const magic = String.fromCharCode(...block.subarray(257, 265));
  if (magic !== "ustar\x0000" && magic !== "ustar  \0") {
    throw refuse("archive_invalid", undefined, "a tar header is not in the ustar form");
  }
  const own = text(block, 0, 100);
  const prefix = magic === "ustar\x0000" ? text(block, 345, hasTimes(block) ? 131 : 155) : "";
  const name = prefix === "" ? own : `${prefix}/${own}`;

  const flag = String.fromCharCode(block[156]!);
  const refused = REFUSED_TYPES[flag];
  if (refused) throw refuse("archive_unsafe", name, refused);
  if (!/^[05xg\0]$/.test(flag)) {
    throw refuse("archive_unsafe", name, `has the unknown entry type ${JSON.stringify(flag)}`);
  }
  const directory = flag === "5";
  if (!directory && name.endsWith("/")) {
    throw refuse("archive_unsafe", name, "is a file with the name of a folder");
  }
  const size = octal(block, 124, 12, name);
  if (directory && size !== 0) throw refuse("archive_unsafe", name, "is a folder with content");
  const header = { name, directory, size, mode: octal(block, 100, 8, name) };
  if (flag === "x") return { ...header, pax: "next" };
  return flag === "g" ? { ...header, pax: "all" } : header;
}

/** True for a block of zeros, two of which end an archive. */
export function isZeroBlock(block: Uint8Array): boolean {
  return block.every((byte) => byte === 0);
}

/** Whether the end of the prefix holds the times of access and change, as star and others write them. */
function hasTimes(block: Uint8Array): boolean {
  return /^\0(?:[0-7]{11}[ \0]){2}$/.test(String.fromCharCode(...block.subarray(475, 500)));
}

function text(block: Uint8Array, offset: number, length: number): string {
  const field = block.subarray(offset, offset + length);
  const end = field.indexOf(0);
  const bytes = end === -1 ? field : field.subarray(0, end);
  let decoded: string;
  try {
    decoded = utf8.decode(bytes);
  } catch {
    const shown = new TextDecoder().decode(bytes);
    throw refuse("archive_unsafe", shown, "has a name that is not UTF-8");
  }
  if (end !== -1 && !field.subarray(end).every((byte) => byte === 0)) {
    throw refuse("archive_unsafe", decoded, "has a NUL inside its name");
  }
  return decoded;
}

function octal(block: Uint8Array, offset: number, length: number, name: string | undefined) {
  const field = String.fromCharCode(...block.subarray(offset, offset + length));
  const digits = /^ *([0-7]+)[ \0]*$/.exec(field)?.[1];
  if (digits === undefined) {
    throw refuse("archive_invalid", name, "has a tar header with a number that is not octal");
  }
  return Number.parseInt(digits, 8);
}
