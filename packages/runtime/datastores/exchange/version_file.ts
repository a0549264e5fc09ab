import { removeIfPresent } from "../../base/files/remove.ts";
import { INLINE_BYTES, stageContent } from "../../data/store/staging.ts";
import type { Staged } from "../../data/store/change.ts";
import type { DataMetadata } from "../../data/store/item.ts";
import { startSha256 } from "./digest.ts";
import { headerLine, parseHeader, type VersionHeader } from "./header.ts";
import { copyPieces, openRegular, readLine, writeWhole } from "./pieces.ts";
import { Refused } from "./refusal.ts";

/**
 * Writes the file of a version, a line of metadata and then the content, while the content is compared
 * with its checksum.
 *
 * @param raw the file with the content
 * @param target does not exist yet, and is removed again when something is wrong
 * @throws Refused for content that is not what was written
 */
export function writeVersionFile(
  raw: string,
  header: VersionHeader,
  target: string,
  signal?: AbortSignal,
): void {
  const opened = openRegular(raw);
  if (opened === undefined) throw new Refused("its content is gone");
  using from = opened.file;
  const { size, checksum } = header.metadata;
  if (opened.size !== size) throw new Refused("its content is not what was written");
  try {
    using to = Deno.openSync(target, { write: true, createNew: true });
    writeWhole(to, new TextEncoder().encode(headerLine(header)));
    const copied = copyPieces(from, to, size, signal);
    if (copied.size !== size || copied.checksum !== checksum) {
      throw new Refused("its content is not what was written");
    }
  } catch (error) {
    removeIfPresent(target);
    throw error;
  }
}

/**
 * What the file of a version says of itself, its size compared, its content not read.
 *
 * @throws Refused for anything that svc would not have written there
 */
export function readVersionHeader(
  path: string,
  place: { id: string; definition: string },
): VersionHeader {
  const opened = openRegular(path);
  if (opened === undefined) throw new Refused("it is not a regular file");
  using file = opened.file;
  const { header } = headerOf(file, opened.size, place);
  return header;
}

/**
 * The content of a version's file, ready for a commit: small content in memory, else in a staged file
 * that is safe on the disk.
 *
 * @param folder of the definition's data
 * @param expected what the file said when it was looked at first
 * @throws Refused for content that is not what its first line says; SvcError `disk_full`
 */
export async function readVersionContent(
  path: string,
  place: { id: string; definition: string },
  expected: DataMetadata,
  folder: string,
  signal?: AbortSignal,
): Promise<Uint8Array | Staged> {
  const opened = openRegular(path);
  if (opened === undefined) throw new Refused("it is not a regular file");
  using file = opened.file;
  const { header: { metadata: { size, checksum } } } = headerOf(file, opened.size, place);
  if (size !== expected.size || checksum !== expected.checksum) throw new Refused("it has changed");
  if (size <= INLINE_BYTES) {
    const bytes = new Uint8Array(size);
    let at = 0;
    while (at < size) {
      const read = file.readSync(bytes.subarray(at));
      if (read === null) break;
      at += read;
    }
    if (at === size && startSha256().update(bytes).digest("hex") === checksum) return bytes;
    throw new Refused("its content has another checksum");
  }
  const { staged } = await stageContent(folder, (target) => {
    using to = Deno.openSync(target, { write: true, createNew: true });
    const copied = copyPieces(file, to, size, signal);
    if (copied.size !== size || copied.checksum !== checksum) {
      throw new Refused("its content has another checksum");
    }
    to.syncDataSync();
    return Promise.resolve(copied);
  });
  return { staged };
}

function headerOf(
  file: Deno.FsFile,
  fileSize: number,
  place: { id: string; definition: string },
): { header: VersionHeader } {
  const line = readLine(file);
  if (line === undefined) throw new Refused("its first line is not one that svc writes");
  const header = parseHeader(line.text, place);
  if (fileSize - line.at !== header.metadata.size) {
    throw new Refused(
      `it has ${
        fileSize - line.at
      } bytes of content, and its first line says ${header.metadata.size}`,
    );
  }
  return { header };
}
