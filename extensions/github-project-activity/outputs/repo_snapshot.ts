import * as z from "npm:zod@4.6.7";

/** Schema of a {@link BackfillProgress}. */
export const backfillSchema = z.strictObject({
  /** Its window, by the time of the last change. */
  since: z.string(),
  until: z.string(),
  includeClosed: z.boolean(),
  /** What changed until then is written, and the next run goes on behind it; null at the beginning. */
  cursor: z.string().nullable(),
  complete: z.boolean(),
});

/** How far a backfill is. Times are ISO 8601, by GitHub's clock. */
export type BackfillProgress = z.infer<typeof backfillSchema>;

/** Schema of the `repoSnapshot` output. */
export const repoSnapshotSchema = z.strictObject({
  repo: z.string().describe("owner/name"),
  /** GitHub's number, the same after a rename. */
  id: z.number().int(),
  /** What it is called now, when that is not `repo`. */
  renamedTo: z.string().nullable(),
  description: z.string().nullable(),
  defaultBranch: z.string(),
  visibility: z.string(),
  archived: z.boolean(),
  disabled: z.boolean(),
  fork: z.boolean(),
  /** owner/name of what it was forked from. */
  parent: z.string().nullable(),
  hasIssues: z.boolean(),
  language: z.string().nullable(),
  topics: z.array(z.string()),
  stars: z.number().int(),
  forks: z.number().int(),
  openIssues: z.number().int().describe("Issues and pull requests together"),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  pushedAt: z.string().nullable(),
  backfill: backfillSchema.nullable().describe("How far sync_github_backfill is"),
  /** When this was read last with another content. */
  fetchedAt: z.string(),
});

/** The repository itself, and how far its backfill is. Times are ISO 8601. */
export type RepoSnapshot = z.infer<typeof repoSnapshotSchema>;
