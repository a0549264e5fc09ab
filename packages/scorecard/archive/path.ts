import { foldName, nameProblem } from "@svc/core/text";
import { ARCHIVE_ROOT } from "./archive.ts";
import { refuse } from "./refusal.ts";

const encoder = new TextEncoder();

/** Names that mean a device on Windows, whatever follows the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\.|$)/i;

/**
 * The path of an entry relative to `extension/`, `""` for the root folder itself. One
 * `./` in front is fine: some tools write it.
 *
 * @throws SvcError `archive_unsafe` for a name that could land elsewhere or mean two things,
 *   `archive_too_large` for one longer than `pathBytes`.
 */
export function entryPath(name: string, directory: boolean, pathBytes: number): string {
  const bare = name.startsWith("./") ? name.slice(2) : name;
  const path = directory && bare.endsWith("/") ? bare.slice(0, -1) : bare;
  if (path === "") throw refuse("archive_unsafe", name, "has an empty name");
  if (path.startsWith("/")) throw refuse("archive_unsafe", name, "is an absolute path");
  if (path.includes("\\")) throw refuse("archive_unsafe", name, "has a backslash in its name");
  const unseen = nameProblem(path);
  if (unseen !== undefined) throw refuse("archive_unsafe", name, unseen);
  for (const segment of path.split("/")) {
    if (segment === "..") throw refuse("archive_unsafe", name, "leads outside with '..'");
    if (segment === "" || segment === ".") {
      throw refuse("archive_unsafe", name, "has an empty or '.' segment in its name");
    }
    if (/[:<>"|?*]|[. ]$|^ /.test(segment) || DEVICE.test(segment)) {
      throw refuse("archive_unsafe", name, "has a name that is not portable");
    }
  }
  const letter = lookAlike(path);
  if (letter !== undefined) {
    const place = `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
    throw refuse("archive_unsafe", name, `has '${letter}' (${place}), which may look like another`);
  }
  if (directory && `${path}/` === ARCHIVE_ROOT) return "";
  if (!path.startsWith(ARCHIVE_ROOT)) {
    throw refuse("archive_unsafe", name, `is outside the root '${ARCHIVE_ROOT}'`);
  }
  const relative = path.slice(ARCHIVE_ROOT.length);
  const length = encoder.encode(relative).length;
  if (length > pathBytes) {
    throw refuse("archive_too_large", name, `has a path of ${length} bytes; ${pathBytes} allowed`);
  }
  return relative;
}

/** Scripts none of whose letters look like one of ASCII. */
const EAST_ASIAN = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}]/u;

/** A letter of ASCII with accents, or one that is Latin and looks like none of ASCII. */
const ACCENTED = /^(?:[A-Za-z]\p{M}+|[ßæøœðþđłħŋÆØŒÐÞĐŁĦŊ])$/u;

/**
 * The first character of a path that may look like one of ASCII: `с` of Cyrillic, `ο` of Greek, a
 * slash or a letter of full width. Beyond ASCII a path has Latin letters with their accents, composed
 * or not, and letters of East Asia.
 */
function lookAlike(path: string): string | undefined {
  if (/^[\x20-\x7e]*$/.test(path)) return undefined;
  // Marks stand with the letter before them.
  return path.match(/.\p{M}*/gsu)?.find((cluster) =>
    !/^[\x20-\x7e]$/.test(cluster) && !isEastAsian(cluster) &&
    !ACCENTED.test(cluster.normalize("NFD"))
  );
}

/** Its marks of full width, which stand for ASCII, are no letters. */
function isEastAsian(cluster: string): boolean {
  return /^\p{L}\p{M}*$/u.test(cluster) && EAST_ASIAN.test(cluster);
}

/** Remembers the names seen, so that no two entries can fall on one file on any file system. */
export function nameGuard(): (path: string, directory: boolean) => void {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  const explicit = new Set<string>();

  const folder = (path: string) => {
    const key = foldName(path);
    const known = folders.get(key);
    if (known !== undefined && known !== path) {
      throw refuse("archive_unsafe", path, `differs from ${known} only in case or accents`);
    }
    if (files.has(key)) throw refuse("archive_unsafe", path, "is both a file and a folder");
    folders.set(key, path);
  };

  return (path, directory) => {
    const segments = path.split("/");
    for (let depth = 1; depth < segments.length; depth++) {
      folder(segments.slice(0, depth).join("/"));
    }
    if (directory) {
      if (explicit.has(path)) throw refuse("archive_unsafe", path, "appears twice");
      explicit.add(path);
      if (path !== "") folder(path);
      return;
    }
    const key = foldName(path);
    const known = files.get(key);
    if (known === path) throw refuse("archive_unsafe", path, "appears twice");
    if (known !== undefined) {
      throw refuse("archive_unsafe", path, `differs from ${known} only in case or accents`);
    }
    if (folders.has(key)) throw refuse("archive_unsafe", path, "is both a file and a folder");
    files.set(key, path);
  };
}
