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
  if (directory && `${path}/` === ARCHIVE_ROOT) return "";
  if (!path.startsWith(ARCHIVE_ROOT)) {
    throw refuse("archive_unsafe", name, `stands outside the one root '${ARCHIVE_ROOT}'`);
  }
  const relative = path.slice(ARCHIVE_ROOT.length);
  const length = encoder.encode(relative).length;
  if (length > pathBytes) {
    throw refuse("archive_too_large", name, `has a path of ${length} bytes; ${pathBytes} allowed`);
  }
  return relative;
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
      if (explicit.has(path)) throw refuse("archive_unsafe", path, "is there twice");
      explicit.add(path);
      if (path !== "") folder(path);
      return;
    }
    const key = foldName(path);
    const known = files.get(key);
    if (known === path) throw refuse("archive_unsafe", path, "is there twice");
    if (known !== undefined) {
      throw refuse("archive_unsafe", path, `differs from ${known} only in case or accents`);
    }
    if (folders.has(key)) throw refuse("archive_unsafe", path, "is both a file and a folder");
    files.set(key, path);
  };
}
