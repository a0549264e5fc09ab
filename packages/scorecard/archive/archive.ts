import type { Descriptor } from "@svc/core/descriptor";
import { LIMITS } from "@svc/core/limit";
import type { Manifest } from "@svc/core/manifest";

/** One regular file of an archive. */
export interface ArchiveFile {
  bytes: Uint8Array;
  executable: boolean;
}

/** A checked archive, held in memory and never unpacked to disk. */
export interface Archive {
  /** Keyed by path relative to `extension/`, in code-unit order. Compiled bundles are not among them. */
  files: ReadonlyMap<string, ArchiveFile>;
  manifest: Manifest;
  /** What the modules say of themselves; absent when the archive carries no `descriptor.json`. */
  descriptor: Descriptor | undefined;
  /** SHA-256 of the packed bytes, lower-case hex. */
  checksum: string;
  packedBytes: number;
  /** Sum of the sizes of {@linkcode files}. */
  unpackedBytes: number;
}

/** The bounds of an archive, in bytes and counts; `LIMITS.archive` unless told otherwise. */
export type ArchiveLimits = { readonly [limit in keyof typeof LIMITS.archive]: number };

/** The one top directory of an archive. */
export const ARCHIVE_ROOT = "extension/";

/** The descriptor's path inside an archive. */
export const DESCRIPTOR_FILE = "descriptor.json";

/** The manifest's path inside an archive. */
export const MANIFEST_FILE = "manifest.yaml";

/** The lock of the bundle's dependencies inside an archive. */
export const LOCK_FILE = "bundle.lock.json";
