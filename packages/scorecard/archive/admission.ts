import { ARCHIVE_ROOT, type ArchiveLimits, DESCRIPTOR_FILE, MANIFEST_FILE } from "./archive.ts";
import { isAppleDouble, isCompiled, isSkill, isSource } from "./part.ts";
import { entryPath, nameGuard } from "./path.ts";
import { refuse } from "./refusal.ts";
import type { TarHeader } from "./tar_header.ts";

/** Where an entry stands, once it is let in. */
export interface Admitted {
  /** Relative to `extension/`; `""` for the root folder itself. */
  path: string;
  /** False for what is passed over: compiled bundles, and what macOS adds to archives. */
  kept: boolean;
}

/**
 * A check of the entries of one archive, to be asked for each before a byte of its content is read.
 * Names are held to the rules also where the content is passed over.
 *
 * @throws SvcError `archive_unsafe`, `archive_too_large`, naming the entry
 */
export function admission(limits: ArchiveLimits): (header: TarHeader) => Admitted {
  const claim = nameGuard();
  const count = { entries: 0, folders: 0, sources: 0, skills: 0 };
  const sum = { inflated: 0, kept: 0 };
  const one = (kind: keyof typeof count, most: number, name: string, what: string) => {
    if (++count[kind] <= most) return;
    throw refuse("archive_too_large", name, `is one too many: ${most} ${what} are allowed`);
  };
  const add = (kind: keyof typeof sum, { size, name }: TarHeader, most: number) => {
    sum[kind] += size;
    if (sum[kind] <= most) return;
    throw refuse("archive_too_large", name, `makes all files together larger than ${most} bytes`);
  };

  return (header) => {
    const { name, directory, size } = header;
    one("entries", limits.entries, name, "entries");
    add("inflated", header, limits.inflatedBytes);
    if (isAppleDouble(name) || directory && name === "./") return { path: "", kept: false };
    const path = entryPath(name, directory, limits.pathBytes);
    if (/^manifest\.ya?ml$/i.test(path) && path !== MANIFEST_FILE) {
      throw refuse("archive_unsafe", name, `is a second manifest beside ${MANIFEST_FILE}`);
    }
    claim(path, directory);
    if (isCompiled(path)) return { path, kept: false };
    if (directory) {
      one("folders", limits.files, name, "folders");
      return { path, kept: true };
    }
    if (isSkill(path)) one("skills", limits.skillFiles, name, "files of skills");
    else if (isSource(path)) one("sources", limits.files, name, "files");
    const descriptor = path === DESCRIPTOR_FILE;
    const most = descriptor ? limits.descriptorBytes : limits.fileBytes;
    if (size > most) {
      const what = descriptor ? "the descriptor" : "a file";
      throw refuse("archive_too_large", name, `has ${size} bytes; ${what} may have ${most}`);
    }
    if (!descriptor) add("kept", header, limits.unpackedBytes);
    return { path, kept: true };
  };
}

/** The header of a file that is packed. */
export function headerOf(path: string, size: number): TarHeader {
  return { name: `${ARCHIVE_ROOT}${path}`, directory: false, size, mode: 0o644 };
}
