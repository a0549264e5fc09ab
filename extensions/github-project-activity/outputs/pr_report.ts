import * as z from "npm:zod@4.6.7";
import { checkSchema } from "../../platform/checks.ts";
import { prEndSchema } from "../../platform/subjects/snapshots.ts";
import { VISIBILITIES } from "./activity_event.ts";
import { prFileSchema } from "./subjects.ts";

const text = z.string().nullable();
const count = z.number().int().nullable();

/** Schema of {@link PrFacts}. */
export const prFactsSchema = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  title: z.string(),
  /** The beginning of its description. */
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
  base: prEndSchema.nullable(),
  head: prEndSchema.nullable(),
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
  /** Labels under which it is classified as stale, each with the last known activity. */
  stale: z.array(z.strictObject({ label: z.string(), since: z.string() })),
  /** Null when its checks are not stored. */
  checks: z.strictObject({
    state: z.string(),
    checks: z.array(checkSchema),
    truncated: z.boolean(),
  }).nullable(),
  /** Null when its files are not stored. */
  files: z.strictObject({
    files: z.array(prFileSchema),
    truncated: z.boolean(),
  }).nullable(),
  /** Newest first. */
  events: z.array(z.strictObject({
    at: z.string(),
    type: z.string(),
    actor: text,
    visibility: z.enum(VISIBILITIES),
    /** A review's state, what a change was about, or an event's own line. */
    about: text,
    /** The beginning of its text. */
    excerpt: text,
    /** Where a comment on code stands: `path:line`. */
    place: text,
    url: text,
    tags: z.array(z.string()),
    artifactRefs: z.array(z.string()),
  })),
  artifacts: z.array(z.strictObject({
    name: z.string(),
    /** Name of the file output that holds it. */
    file: z.string(),
    contentType: z.string(),
    bytes: z.number().int(),
    description: text,
  })),
  broken: z.array(z.strictObject({ name: z.string(), problem: z.string() })),
});

/** Everything that a page about a pull request says. */
export type PrFacts = z.infer<typeof prFactsSchema>;

/** One event as a page shows it. */
export type PageEvent = PrFacts["events"][number];

/** One artifact as a page shows it. */
export type ShownArtifact = PrFacts["artifacts"][number];

/** Schema of the `prReport` output. */
export const prReportSchema = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  /** Whether private events are in it. */
  includePrivate: z.boolean(),
  /** Bounds of the events in it, ISO 8601. */
  since: z.string().nullable(),
  until: z.string().nullable(),
  markdown: z.string(),
  /** What the page says, as data. */
  facts: prFactsSchema,
  sources: z.array(z.string()).describe("Names of the documents it was made of"),
  generatedAt: z.string(),
});

/** A pull request as a Markdown page. */
export type PrReport = z.infer<typeof prReportSchema>;
