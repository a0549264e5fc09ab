import type { Manifest } from "@svc/core/manifest";
import type { Publisher } from "@svc/core/publisher";
import type { LockedLog } from "./lockfile.ts";

/** A pulled archive whose checksum and safety have been verified. */
export interface VerifiedExtension {
  manifest: Manifest;
  /** By path relative to `extension/`. */
  files: ReadonlyMap<string, { bytes: Uint8Array; executable?: boolean }>;
  /** SHA-256 of the archive in hexadecimal. */
  checksum: string;
  /** What the lockfile names as its registry. */
  serverUrl?: string | undefined;
  channel?: string | undefined;
  /** Where its registry's log has it. */
  log?: LockedLog | undefined;
  /** Who signed it, verified. */
  publisher?: Publisher | undefined;
}
