import { refuse } from "./refusal.ts";
import type { TarHeader } from "./tar_header.ts";

/** Largest pax header that is read, in bytes. */
export const PAX_BYTES = 65_536;

/** Times, owners, comments and attributes: they change neither a file's name nor its content. */
const HARMLESS =
  /^(?:[acm]time|[ug]id|[ug]name|comment|(?:hdr)?charset|LIBARCHIVE\..+|NODETAR\..+|MSWINDOWS\..+|RHT\.security\..+|SCHILY\.(?:dev|ino|nlink|fflags|xattr\..+|acl\..+))$/;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What a pax header says of the entry that follows it, beside what is harmless. */
export type PaxClaims = ReadonlyMap<"path" | "size", string>;

/**
 * Reads a pax header, which other tools write for times and owners. It may name the path and the
 * size of its entry, but not other ones than the entry's own header: then readers would differ.
 *
 * @param global one that stands for all entries: it may name neither
 * @throws SvcError `archive_unsafe` for anything that could change an entry, `archive_invalid` for what
 *   is not a pax header
 */
export function readPax(bytes: Uint8Array, name: string, global: boolean): PaxClaims {
  const what = global ? "is a global pax header" : "is a pax header";
  const claims = new Map<"path" | "size", string>();
  for (const [key, value] of records(bytes, name)) {
    if (HARMLESS.test(key)) continue;
    if (!global && (key === "path" || key === "size")) claims.set(key, value);
    else throw refuse("archive_unsafe", name, `${what} that sets ${JSON.stringify(key)}`);
  }
  return claims;
}

/**
 * Refuses an entry that its pax header gives another name or size.
 *
 * @throws SvcError `archive_unsafe`
 */
export function checkClaims(claims: PaxClaims, header: TarHeader): void {
  const plain = (name: string) => name.replace(/\/$/, "");
  const path = claims.get("path");
  if (path !== undefined && plain(path) !== plain(header.name)) {
    throw refuse(
      "archive_unsafe",
      header.name,
      "has a second name in a pax header; use 'tar --format=ustar'",
    );
  }
  const size = claims.get("size");
  if (size !== undefined && size !== String(header.size)) {
    throw refuse("archive_unsafe", header.name, "has a second size in a pax header");
  }
}

/** The records `<length> <key>=<value>\n`, each of exactly the length it says. */
function* records(bytes: Uint8Array, name: string): Generator<[string, string]> {
  const broken = () => refuse("archive_invalid", name, "is not a pax header that can be read");
  for (let at = 0; at < bytes.length;) {
    const digits = /^[1-9][0-9]{0,5} /.exec(String.fromCharCode(...bytes.subarray(at, at + 7)))
      ?.[0];
    const end = at + Number(digits);
    if (digits === undefined || end > bytes.length || bytes[end - 1] !== 0x0a) throw broken();
    let text: string;
    try {
      text = utf8.decode(bytes.subarray(at + digits.length, end - 1));
    } catch {
      // Attributes may hold any bytes; only their key is looked at.
      text = new TextDecoder().decode(bytes.subarray(at + digits.length, end - 1));
    }
    const equals = text.indexOf("=");
    if (equals < 1) throw broken();
    yield [text.slice(0, equals), text.slice(equals + 1)];
    at = end;
  }
}
