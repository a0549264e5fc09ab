import { LIMITS } from "@svc/core/limit";
import { type Manifest, parseManifest } from "@svc/core/manifest";
import { admission } from "./admission.ts";
import {
  type Archive,
  ARCHIVE_ROOT,
  type ArchiveFile,
  type ArchiveLimits,
  DESCRIPTOR_FILE,
  MANIFEST_FILE,
} from "./archive.ts";
import { parseDescriptor } from "./descriptor.ts";
import { gunzip } from "./gunzip.ts";
import { refuse } from "./refusal.ts";
import { readTar } from "./tar.ts";

/**
 * Reads an extension archive (design §5), also one that another tool of the format made: every limit
 * is enforced while reading, nothing is written to disk, and no code of the archive runs. Compiled
 * bundles are passed over.
 *
 * @param limits overrides of `LIMITS.archive`
 * @throws SvcError `archive_invalid` (not gzip, cut short, no manifest, …), `archive_too_large`,
 *   `archive_unsafe` (links, '..', two names for one file, …), each naming the entry;
 *   `manifest_invalid` or `manifest_version_unsupported` from the manifest inside.
 */
export async function readArchive(
  source: Uint8Array | ReadableStream<Uint8Array>,
  limits: Partial<ArchiveLimits> = {},
): Promise<Archive> {
  const bounds: ArchiveLimits = { ...LIMITS.archive, ...limits };
  const packed = await collect(source, bounds.packedBytes);
  const files = new Map<string, ArchiveFile>();
  let unpackedBytes = 0;
  for await (const entry of readTar(gunzip(packed), admission(bounds))) {
    if (entry.directory) continue;
    files.set(entry.path, { bytes: entry.bytes, executable: (entry.mode & 0o111) !== 0 });
    unpackedBytes += entry.size;
  }
  const manifest = readManifest(files);
  return {
    files: new Map([...files].sort(([a], [b]) => a < b ? -1 : 1)),
    manifest,
    descriptor: readDescriptor(files, manifest),
    checksum: await sha256(packed),
    packedBytes: packed.length,
    unpackedBytes,
  };
}

function readManifest(files: ReadonlyMap<string, ArchiveFile>): Manifest {
  const file = files.get(MANIFEST_FILE);
  if (!file) {
    throw refuse("archive_invalid", undefined, `it has no ${ARCHIVE_ROOT}${MANIFEST_FILE}`);
  }
  return parseManifest(decode(file.bytes, MANIFEST_FILE), `${ARCHIVE_ROOT}${MANIFEST_FILE}`);
}

function readDescriptor(files: ReadonlyMap<string, ArchiveFile>, manifest: Manifest) {
  const file = files.get(DESCRIPTOR_FILE);
  return file && parseDescriptor(decode(file.bytes, DESCRIPTOR_FILE), files, manifest);
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refuse("archive_invalid", `${ARCHIVE_ROOT}${path}`, "is not UTF-8 text");
  }
}

async function collect(
  source: Uint8Array | ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const add = (part: Uint8Array) => {
    length += part.length;
    if (length > limit) {
      throw refuse("archive_too_large", undefined, `it has more than ${limit} packed bytes`);
    }
    parts.push(part);
  };
  if (source instanceof Uint8Array) add(source);
  else for await (const part of source) add(part);
  const packed = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    packed.set(part, at);
    at += part.length;
  }
  return packed;
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
