import type { ShownMetadata } from "@svc/core/answer";
/** Where a version stands among those of all machines. */
export interface Written {
  /**
   * ISO 8601, UTC, with six digits of a second. What the clock said, or just after the version that was
   * the newest there, where the clock said less: it orders, and `createdAt` tells the time.
   */
  at: string;
  /** Name of the machine. */
  by: string;
}

/** What `metadata.yaml` says of one version. It is written as JSON, which YAML contains. */
export interface DataMetadata extends ShownMetadata {
  /** Absent for versions of earlier releases. */
  written?: Written;
}

/** What the writer of a version decides; the store adds the rest. */
export type NewData = Omit<
  DataMetadata,
  "id" | "version" | "createdAt" | "written" | "size" | "checksum"
>;

/**
 * Writes the content of a version to a file that does not exist yet, safe on the disk when it is done;
 * `checksum` is its SHA-256 in hexadecimal.
 */
type ContentWriter = (path: string) => Promise<{ size: number; checksum: string }>;

/** Content of a version: its bytes, or what writes them to a file. */
export type Content = Uint8Array | ContentWriter;
