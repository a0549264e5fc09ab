import type { ErrorBody } from "@svc/core/error";
import type { Comparison } from "./compare.ts";
import type { SourceFile } from "./show.ts";
import type { ListedFile } from "./list.ts";

/** An archive that a process may read: its path, and its SHA-256 to know it again by. */
export interface ArchiveAt {
  checksum: string;
  path: string;
}

/** What is asked of an archive. */
export type Task =
  | { ask: "list"; archive: ArchiveAt }
  /** `plain` leaves the colours away, of a text that took too long with them. */
  | { ask: "show"; archive: ArchiveAt; file: string; plain: boolean }
  | { ask: "bytes"; archive: ArchiveAt; file: string }
  | { ask: "compare"; archive: ArchiveAt; before: ArchiveAt | undefined; file: string | undefined };

/** The answer to each kind of task; undefined for a file that is not in the archive. */
export interface Results {
  list: ListedFile[];
  show: SourceFile | undefined;
  /** The bytes as base64. */
  bytes: string | undefined;
  compare: Comparison;
}

/** One line from the process. */
export type Answer<Ask extends Task["ask"] = Task["ask"]> =
  | { done: Results[Ask] }
  | { refused: ErrorBody }
  | { failed: string };
