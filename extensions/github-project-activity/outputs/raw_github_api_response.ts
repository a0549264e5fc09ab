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
export const RECORDING_KINDS = ["scenario", "response"] as const;

/** How a body stands in a document: as text, or as base64 when it is not a plain UTF-8. */
export const BODY_ENCODINGS = ["utf8", "base64"] as const;

/** The run that was recorded: what a replay needs beside the answers. */
export interface RecordedRun {
  /** Arguments of the source method, as they were given. */
  methodArgs: Record<string, unknown>;
  /** What the run knew beside them, for example the time it counted back from. */
  input: Record<string, unknown>;
  /** Address of the API that answered. */
  baseUrl: string;
  /** Answers that were kept. */
  responses: number;
  /** False until the run has ended well: only then can it be replayed. */
  complete: boolean;
}

/** An answer, or one part of an answer whose body is long. */
export interface RecordedAnswer {
  /** Counted from 1, in the order they came. */
  sequence: number;
  /** Part of the body, counted from 1, and how many there are. */
  part: number;
  parts: number;
  request: { method: string; path: string; accept: string };
  status: number;
  headers: Record<string, string>;
  encoding: typeof BODY_ENCODINGS[number];
  body: string;
  /** Bytes of the whole body. */
  bytes: number;
}

/** What `fetch_from_github` keeps. No credential is in it. */
export interface RawGithubApiResponse {
  repo: string;
  scenario: string;
  sourceMethod: SourceMethod;
  kind: typeof RECORDING_KINDS[number];
  /** Of a scenario. */
  run: RecordedRun | null;
  /** Of a response. */
  answer: RecordedAnswer | null;
  /** When the fetch began that it belongs to, ISO 8601. */
  fetchedAt: string;
}

/** Schema of the `rawGithubApiResponse` output. */
export const rawGithubApiResponseSchema: z.ZodType<RawGithubApiResponse> = z.strictObject({
  repo: z.string(),
  scenario: z.string(),
  sourceMethod: z.enum(SOURCE_METHODS),
  kind: z.enum(RECORDING_KINDS),
  run: z.strictObject({
    methodArgs: z.record(z.string(), z.unknown()),
    input: z.record(z.string(), z.unknown()),
    baseUrl: z.string(),
    responses: z.number().int(),
    complete: z.boolean(),
  }).nullable(),
  answer: z.strictObject({
    sequence: z.number().int(),
    part: z.number().int(),
    parts: z.number().int(),
    request: z.strictObject({ method: z.string(), path: z.string(), accept: z.string() }),
    status: z.number().int(),
    headers: z.record(z.string(), z.string()),
    encoding: z.enum(BODY_ENCODINGS),
    body: z.string(),
    bytes: z.number().int(),
  }).nullable(),
  fetchedAt: z.string().describe("When the fetch began that it belongs to"),
});
