import type { PrCommit } from "../outputs/pr_commit.ts";
import type { PrFileSnapshot } from "../outputs/pr_file_snapshot.ts";
import type { PrHeadState } from "../outputs/pr_head_state.ts";
import type { PrRevision } from "../outputs/pr_revision.ts";

/** A document that the observation of heads makes, for the writer of the sync. */
export type HeadDocument =
  | { spec: "prHeadState"; name: string; data: PrHeadState }
  | { spec: "prRevision"; name: string; data: PrRevision }
  | { spec: "prFileSnapshot"; name: string; data: PrFileSnapshot }
  | { spec: "prCommit"; name: string; data: PrCommit };

/** Documents that are to be written together. */
export interface HeadBatch {
  /** The pull requests they are about. */
  numbers: number[];
  documents: HeadDocument[];
  /** To be called once they are written; what is not done is found again by the next sync. */
  done(): Promise<void>;
}
