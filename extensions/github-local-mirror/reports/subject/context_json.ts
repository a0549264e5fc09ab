import type { BrokenDocument } from "../../../platform/report/stored_documents.ts";
import type { Relationship } from "../../../platform/subjects/references.ts";
import type { Subject } from "../../../platform/subjects/subject.ts";
import type { GRANULARITIES } from "../../context/context.ts";
import type { PrAnalysisEvidence } from "../../outputs/review.ts";
import type { WorktreeLine } from "../stored/worktrees.ts";
import type { ChosenBy } from "./choose.ts";
import type { Member } from "./cluster.ts";
import type { Files } from "./evidence.ts";
import type { Readiness } from "./readiness.ts";
import type { Entry } from "./timeline.ts";

/** What is shown of a subject. */
export interface Shown extends Subject {
  title: string;
  state: string;
  author: string | null;
  labels: string[];
  assignees: string[];
  url: string;
  createdAt: string;
  updatedAt: string;
  /** Of an issue null. */
  headSha: string | null;
  baseRef: string | null;
  headRef: string | null;
}

/** A subject of the cluster; what is null is not in the mirror. */
export interface ShownMember extends Member {
  subjectType: Subject["subjectType"] | null;
  title: string | null;
  state: string | null;
  url: string | null;
}

/** A subject and what belongs to it as data. */
export interface ContextJson {
  /** ISO 8601; nothing else depends on when the report is made. */
  generatedAt: string;
  /** owner/name; null while nothing tells it. */
  repo: string | null;
  chosen: Subject | null;
  chosenBy: ChosenBy | null;
  /** Null when nothing was chosen, or the mirror does not have it. */
  subject: Shown | null;
  readiness: Readiness | null;
  cluster: ShownMember[];
  /** Further subjects of the cluster, which are not shown. */
  clusterBeyond: number;
  external: { target: string; relationship: Relationship }[];
  granularity: typeof GRANULARITIES[number];
  /** Oldest first. */
  timeline: Entry[];
  /** Older entries that did not fit. */
  timelineBeyond: number;
  /** False when nothing or not all of the conversation is stored. */
  timelineComplete: boolean;
  files: Files | null;
  /** Files that did not fit. */
  filesBeyond: number;
  /** What was recorded about the current head. */
  evidence: PrAnalysisEvidence | null;
  /** Earlier heads about which something was recorded; it does not count any more. */
  earlierHeads: number;
  worktrees: WorktreeLine[];
  /** Arguments of the behavior that a report cannot read; their defaults count. */
  unreadArguments: string[];
  broken: BrokenDocument[];
}
