import * as z from "npm:zod@4.6.7";
import { SOURCE_METHODS } from "../outputs/raw_github_api_response.ts";
import { VISIBILITIES } from "../outputs/activity_event.ts";
import { SUBJECT_TYPES } from "../../platform/subjects/subject.ts";

const SCENARIO = "Name of the recording: a-z, 0-9, hyphens and underscores, up to 64";

/** Schema of {@link FetchArguments}. */
export const fetchArguments = z.object({
  scenario: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/).describe(SCENARIO),
  sourceMethod: z.enum(SOURCE_METHODS).describe("The sync method to run"),
  methodArgs: z.record(z.string(), z.unknown()).default({}).describe("Its arguments"),
});

/** Arguments of `fetch_from_github`. */
export type FetchArguments = z.infer<typeof fetchArguments>;

/** Schema of {@link IngestArguments}. */
export const ingestArguments = z.object({
  scenario: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/).describe(SCENARIO),
  methodArgs: z.record(z.string(), z.unknown()).default({}).describe(
    "Arguments that replace those of the fetch",
  ),
});

/** Arguments of `ingest_fetched_data`. */
export type IngestArguments = z.infer<typeof ingestArguments>;

/** Schema of {@link StaleArguments}, with what is said of `maxCandidates`. */
const staleArguments = (maxCandidates: string) =>
  z.object({
    includePrs: z.boolean().default(true).describe("Include pull requests"),
    includeIssues: z.boolean().default(true).describe("Include issues"),
    staleLabel: z.string().min(1).max(100).default("Stale").describe(
      "Label of stale pull requests and issues",
    ),
    maxCandidates: z.number().int().min(1).max(10_000).optional().describe(maxCandidates),
    dryRun: z.boolean().default(false).describe("Only show what would be recorded"),
  });

/** Schema of the arguments of `classify_stale_candidates`. */
export const classifyArguments = staleArguments(
  "Maximum number of candidates, the longest idle first",
);

/** Schema of the arguments of `clear_stale_candidates`. */
export const clearArguments = staleArguments("Maximum number of candidates");

/** Arguments of `classify_stale_candidates` and `clear_stale_candidates`. */
export type StaleArguments = z.infer<typeof classifyArguments>;

/** Schema of {@link ActivityArguments}. */
export const activityArguments = z.object({
  id: z.string().min(1).max(200).optional().describe(
    "Id of the event: the same id is the same event",
  ),
  event: z.strictObject({
    eventType: z.string().min(1).max(100).default("note").describe(
      "Kind of event",
    ),
    summary: z.string().min(1).max(1000).default("Something happened").describe(
      "What happened, in one line",
    ),
    subjectType: z.enum(SUBJECT_TYPES).optional().describe("pr or issue"),
    subjectNumber: z.number().int().positive().optional().describe("Its number"),
    visibility: z.enum(VISIBILITIES).default("private").describe("Who can see it"),
    body: z.string().max(65_536).optional().describe("Details, in Markdown"),
    at: z.iso.datetime({ offset: true }).optional().describe(
      "When it happened, ISO 8601 (default: now)",
    ),
    actor: z.string().min(1).max(100).optional().describe("Who did it"),
    url: z.url().max(2048).optional().describe("URL with more details"),
    tags: z.array(z.string().min(1).max(100)).max(50).default([]).describe("Tags"),
    artifactRefs: z.array(z.string().min(1).max(300)).max(50).default([]).describe(
      "Names of artifacts",
    ),
  }).prefault({}).describe("The event"),
});

/** Arguments of `record_activity`. */
export type ActivityArguments = z.infer<typeof activityArguments>;

/** An event that a person records. */
export type RecordedEvent = ActivityArguments["event"];

/** Schema of {@link ArtifactArguments}. */
export const artifactArguments = z.object({
  name: z.string().min(1).max(255).describe("Name of the artifact"),
  contentType: z.string().min(1).max(255).describe(
    "For example text/markdown; the README lists the supported types",
  ),
  content: z.string().max(7_000_000).describe(
    "Content, up to 5 MB: text, or base64 for binary content",
  ),
  repo: z.string().min(1).max(140).optional().describe(
    "Repository as owner/name or a name (default: the behavior's repository)",
  ),
  subjectType: z.enum(SUBJECT_TYPES).optional().describe("pr or issue"),
  subjectNumber: z.number().int().positive().optional().describe("Its number"),
  description: z.string().max(1000).optional().describe("What it is"),
});

/** Arguments of `record_artifact`. */
export type ArtifactArguments = z.infer<typeof artifactArguments>;

const SINCE = "Since this time, ISO 8601";

/** Schema of {@link ReportArguments}. */
export const reportArguments = z.object({
  prNumber: z.number().int().positive().describe("Number of the pull request"),
  includePrivate: z.boolean().optional().describe(
    "Show private events (default: as includePrivateEvents)",
  ),
  since: z.iso.datetime({ offset: true }).optional().describe(`Events: ${SINCE}`),
  until: z.iso.datetime({ offset: true }).optional().describe("Events up to this time"),
});

/** Arguments of `render_pr_report`. */
export type ReportArguments = z.infer<typeof reportArguments>;
