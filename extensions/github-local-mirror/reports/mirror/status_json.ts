import type { BrokenDocument } from "../../../platform/report/stored_documents.ts";
import type { CollectionStatus } from "../../outputs/collection_status.ts";
import type { MirrorState } from "../../outputs/mirror_state.ts";
import type { MirrorStatus } from "../../outputs/mirror_status.ts";
import type { SyncRunSummary } from "../../outputs/sync_run_summary.ts";
import type { WorktreeLine } from "../stored/worktrees.ts";

/** The mirror's standing as data. Times are ISO 8601. */
export interface StatusJson {
  /** Nothing else depends on when the report is made. */
  generatedAt: string;
  /** owner/name; null while nothing tells it. */
  repo: string | null;
  /** Null before the first sync. */
  state: MirrorState | null;
  /** Lists of the repository that were not read to their end. */
  incomplete: CollectionStatus[];
  /** The last ten syncs, newest first. */
  runs: SyncRunSummary[];
  /** Bytes of the three folders, as `status` counted them last. */
  disk: (MirrorStatus["disk"] & { at: string }) | null;
  worktrees: WorktreeLine[];
  /** Worktrees whose pull request is merged. */
  mergedCandidates: string[];
  broken: BrokenDocument[];
}
