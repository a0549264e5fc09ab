import * as z from "npm:zod@4.6.7";
import { type Check, checkSchema } from "../../platform/checks.ts";
import type { BrokenDocument } from "../../platform/report/stored_documents.ts";
import type { PrEnd, PrReviewer } from "../../platform/subjects/pr_snapshot.ts";
import { VISIBILITIES, type Visibility } from "./activity_event.ts";
import { FILE_STATUSES, type PrFile } from "./pr_file_snapshot.ts";

/** One event as a page shows it. */
export interface ShownEvent {
  at: string;
  type: string;
  actor: string | null;
  visibility: Visibility;
  /** A review's state, what a change was about, or an event's own line. */
  about: string | null;
  /** The beginning of its text. */
  excerpt: string | null;
  /** Where a comment on code stands: `path:line`. */
  place: string | null;
  url: string | null;
  tags: string[];
  artifactRefs: string[];
}

/** One artifact as a page shows it. */
export interface ShownArtifact {
  name: string;
  /** Name of the file output that holds it. */
  file: string;
  contentType: string;
  bytes: number;
  description: string | null;
}

/** Everything that a page about a pull request says. */
export interface PrFacts {
  repo: string;
  number: number;
  title: string;
  /** The beginning of its description. */
  description: string | null;
  url: string;
  state: string;
  draft: boolean;
  author: string | null;
  labels: string[];
  assignees: string[];
  milestone: string | null;
  createdAt: string;
  updatedAt: string;
  mergedAt: string | null;
  closedAt: string | null;
  base: PrEnd | null;
  head: PrEnd | null;
  mergeConflict: boolean | "unknown";
  reviewDecision: string | null;
  requestedReviewers: string[] | null;
  reviewers: PrReviewer[] | null;
  commits: number | null;
  additions: number | null;
  deletions: number | null;
  changedFiles: number | null;
  lastConversationAt: string | null;
  lastCodeChangeAt: string | null;
  /** Labels under which it is classified as stale, each with the last known activity. */
  stale: { label: string; since: string }[];
  /** Null when its checks are not stored. */
  checks: { state: string; checks: Check[]; truncated: boolean } | null;
  /** Null when its files are not stored. */
  files: { files: PrFile[]; truncated: boolean } | null;
  /** Newest first. */
  events: ShownEvent[];
  artifacts: ShownArtifact[];
  broken: BrokenDocument[];
}

const text = z.string().nullable();
const count = z.number().int().nullable();
const end = z.strictObject({ ref: z.string(), sha: z.string(), repo: text });

/** Schema of {@link PrFacts}. */
export const prFactsSchema = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  title: z.string(),
  description: text,
  url: z.string(),
  state: z.string(),
  draft: z.boolean(),
  author: text,
  labels: z.array(z.string()),
  assignees: z.array(z.string()),
  milestone: text,
  createdAt: z.string(),
  updatedAt: z.string(),
  mergedAt: text,
  closedAt: text,
  base: end.nullable(),
  head: end.nullable(),
  mergeConflict: z.union([z.boolean(), z.literal("unknown")]),
  reviewDecision: text,
  requestedReviewers: z.array(z.string()).nullable(),
  reviewers: z.array(z.strictObject({
    login: z.string(),
    state: z.string(),
    at: z.string(),
    sha: text,
  })).nullable(),
  commits: count,
  additions: count,
  deletions: count,
  changedFiles: count,
  lastConversationAt: text,
  lastCodeChangeAt: text,
  stale: z.array(z.strictObject({ label: z.string(), since: z.string() })),
  checks: z.strictObject({
    state: z.string(),
    checks: z.array(checkSchema),
    truncated: z.boolean(),
  }).nullable(),
  files: z.strictObject({
    files: z.array(z.strictObject({
      path: z.string(),
      previousPath: text,
      status: z.enum(FILE_STATUSES),
      additions: z.number().int(),
      deletions: z.number().int(),
    })),
    truncated: z.boolean(),
  }).nullable(),
  events: z.array(z.strictObject({
    at: z.string(),
    type: z.string(),
    actor: text,
    visibility: z.enum(VISIBILITIES),
    about: text,
    excerpt: text,
    place: text,
    url: text,
    tags: z.array(z.string()),
    artifactRefs: z.array(z.string()),
  })),
  artifacts: z.array(z.strictObject({
    name: z.string(),
    file: z.string(),
    contentType: z.string(),
    bytes: z.number().int(),
    description: text,
  })),
  broken: z.array(z.strictObject({ name: z.string(), problem: z.string() })),
}) as unknown as z.ZodType<PrFacts>;
