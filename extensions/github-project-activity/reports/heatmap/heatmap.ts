import type { BrokenDocument } from "../../../platform/report/stored_documents.ts";
import type { Bucket } from "./buckets.ts";
import type { Directory } from "./directories.ts";
import type { WarmPath } from "./warm_path.ts";

/** What the report says. */
export interface Heatmap {
  project: string;
  repo: string | null;
  /** Null when the inventory is not stored. */
  tree: { branch: string; commitSha: string | null; total: number; stored: number } | null;
  /** Pull requests whose files are stored and that landed. */
  landedPullRequests: number;
  buckets: { bucket: Bucket; files: number }[];
  directories: Directory[];
  /** Paths that something landed on: most landings first, then the newest. */
  hottest: WarmPath[];
  /** The same paths, those that rest the longest first. */
  coldest: WarmPath[];
  broken: BrokenDocument[];
  unread: string[];
  generatedAt: string;
}
