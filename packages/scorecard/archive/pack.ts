import { packTar } from "modern-tar";
import { LIMITS } from "@svc/core/limit";
import { ARCHIVE_ROOT } from "./archive.ts";
import { entryPath, nameGuard } from "./path.ts";
import { refuse } from "./refusal.ts";

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
  const limits = LIMITS.archive;
  const sorted = [...entries].sort((a, b) => a.path < b.path ? -1 : 1);
  const claim = nameGuard();
  let total = 0;
  for (const { path, bytes } of sorted) {
    claim(entryPath(`${ARCHIVE_ROOT}${path}`, false, limits.pathBytes), false);
    if (bytes.length > limits.fileBytes) {
      throw refuse(
        "archive_too_large",
        path,
        `has ${bytes.length} bytes; a file may have ${limits.fileBytes}`,
      );
    }
    total += bytes.length;
  }
  if (sorted.length > limits.files) {
    throw refuse(
      "archive_too_large",
      undefined,
      `${sorted.length} files; ${limits.files} are allowed`,
    );
  }
  if (total > limits.unpackedBytes) {
    throw refuse("archive_too_large", undefined, `${total} bytes; ${limits.unpackedBytes} allowed`);
  }
  const tar = await packTar(sorted.map(({ path, bytes, executable }) => ({
    header: {
      name: ustarName(path),
      size: bytes.length,
      type: "file",
      mode: executable ? 0o755 : 0o644,
      mtime: new Date(0),
      uid: 0,
      gid: 0,
    },
    body: bytes,
  })));
  const gzip = new Blob([tar]).stream().pipeThrough(new CompressionStream("gzip"));
  const packed = new Uint8Array(await new Response(gzip).arrayBuffer());
  if (packed.length > limits.packedBytes) {
    throw refuse(
      "archive_too_large",
      undefined,
      `${packed.length} packed bytes; ${limits.packedBytes} allowed`,
    );
  }
  return packed;
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
