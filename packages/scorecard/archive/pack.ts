import { LIMITS } from "@svc/core/limit";
import { admission, headerOf } from "./admission.ts";
import { ARCHIVE_ROOT } from "./archive.ts";
import { refuse } from "./refusal.ts";
import { tarball } from "./tarball.ts";

/** One file to pack; `path` is relative to `extension/`. */
export interface PackEntry {
  path: string;
  bytes: Uint8Array;
  executable?: boolean;
}

/**
 * Packs files into the `.tar.gz` that the registry accepts. The same files give the same bytes,
 * whatever their order, owner or age, so a push can be repeated and a checksum compared.
 *
 * @throws SvcError `archive_unsafe` or `archive_too_large` for what `readArchive` would refuse
 */
export async function packArchive(
  entries: Iterable<PackEntry>,
): Promise<Uint8Array<ArrayBuffer>> {
  const sorted = [...entries].sort((a, b) => a.path < b.path ? -1 : 1);
  const admit = admission(LIMITS.archive);
  for (const { path, bytes } of sorted) admit(headerOf(path, bytes.length));
  return await tarball(sorted.map((entry) => ({ ...entry, path: ustarName(entry.path) })));
}

/** ustar holds 155 bytes of folders and 100 of name; beyond that it needs headers we refuse. */
function ustarName(path: string): string {
  const name = `${ARCHIVE_ROOT}${path}`;
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  const fits = bytes(name) <= 100 ||
    [...name.matchAll(/\//g)].some(({ index }) =>
      bytes(name.slice(0, index)) <= 155 && bytes(name.slice(index + 1)) <= 100
    );
  if (!fits) {
    throw refuse("archive_too_large", path, "has a name of more than 100 bytes in its last part");
  }
  return name;
}
