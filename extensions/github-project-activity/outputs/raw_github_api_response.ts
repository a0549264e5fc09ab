import * as z from "npm:zod@4.6.7";

/** The methods that a recording can be made of. */
export const SOURCE_METHODS = [
  "sync_github_repo",
  "sync_github_file_inventory",
  "sync_github_fork_index",
  "sync_github_issues",
  "sync_github_prs",
  "sync_github_pr_by_number",
  "sync_github_recent_activity",
  "sync_github_backfill",
] as const;

/** A method of {@link SOURCE_METHODS}. */
export type SourceMethod = typeof SOURCE_METHODS[number];

/** What a recording document is: the scenario itself, or one answer of it. */
const RECORDING_KINDS = ["scenario", "response"] as const;

/** How a body stands in a document: as text, or as base64 when it is not a plain UTF-8. */
export const BODY_ENCODINGS = ["utf8", "base64"] as const;

/** Schema of the `rawGithubApiResponse` output. */
export const rawGithubApiResponseSchema = z.strictObject({
  repo: z.string(),
  scenario: z.string(),
  sourceMethod: z.enum(SOURCE_METHODS),
  kind: z.enum(RECORDING_KINDS),
  /** Of a scenario. */
  run: z.strictObject({
    /** Arguments of the source method, as they were given. */
    methodArgs: z.record(z.string(), z.unknown()),
    /** What the run knew beside them, for example the time it counted back from. */
    input: z.record(z.string(), z.unknown()),
    /** Address of the API that answered. */
    baseUrl: z.string(),
    /** Answers that were kept. */
    responses: z.number().int(),
    /** False until the run has ended well: only then can it be replayed. */
    complete: z.boolean(),
  }).nullable(),
  /** Of a response. */
  answer: z.strictObject({
    /** Counted from 1, in the order they came. */
    sequence: z.number().int(),
    /** Part of the body, counted from 1, and how many there are. */
    part: z.number().int(),
    parts: z.number().int(),
    request: z.strictObject({ method: z.string(), path: z.string(), accept: z.string() }),
    status: z.number().int(),
    headers: z.record(z.string(), z.string()),
    encoding: z.enum(BODY_ENCODINGS),
    body: z.string(),
    /** Bytes of the whole body. */
    bytes: z.number().int(),
  }).nullable(),
  fetchedAt: z.string().describe("When the fetch began that it belongs to"),
});

/** What `fetch_from_github` keeps. No credential is in it. */
export type RawGithubApiResponse = z.infer<typeof rawGithubApiResponseSchema>;

/** An answer, or one part of an answer whose body is long. */
export type RecordedAnswer = NonNullable<RawGithubApiResponse["answer"]>;

/** The run that was recorded: what a replay needs beside the answers. */
export type RecordedRun = NonNullable<RawGithubApiResponse["run"]>;
