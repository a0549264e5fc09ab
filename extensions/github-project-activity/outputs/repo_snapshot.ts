import * as z from "npm:zod@4.6.7";

/** How far a backfill is. Times are ISO 8601, by GitHub's clock. */
export interface BackfillProgress {
  /** Its window, by the time of the last change. */
  since: string;
  until: string;
  includeClosed: boolean;
  /** What changed until then is written, and the next run goes on behind it; null at the beginning. */
  cursor: string | null;
  complete: boolean;
}

/** Schema of a {@link BackfillProgress}. */
export const backfillSchema: z.ZodType<BackfillProgress> = z.strictObject({
  since: z.string(),
  until: z.string(),
  includeClosed: z.boolean(),
  cursor: z.string().nullable(),
  complete: z.boolean(),
});

/** The repository itself, and how far its backfill is. Times are ISO 8601. */
export interface RepoSnapshot {
  /** owner/name, as the behavior was given it */
  repo: string;
  /** GitHub's number, the same after a rename. */
  id: number;
  /** What it is called now, when that is not `repo`. */
  renamedTo: string | null;
  description: string | null;
  defaultBranch: string;
  visibility: string;
  archived: boolean;
  disabled: boolean;
  fork: boolean;
  /** owner/name of what it was forked from. */
  parent: string | null;
  hasIssues: boolean;
  language: string | null;
  topics: string[];
  stars: number;
  forks: number;
  /** Issues and pull requests together, as GitHub counts. */
  openIssues: number;
  url: string;
  createdAt: string;
  updatedAt: string;
  pushedAt: string | null;
  backfill: BackfillProgress | null;
  /** When this was read last with another content. */
  fetchedAt: string;
}

/** Schema of the `repoSnapshot` output. */
export const repoSnapshotSchema: z.ZodType<RepoSnapshot> = z.strictObject({
  repo: z.string().describe("owner/name"),
  id: z.number().int(),
  renamedTo: z.string().nullable(),
  description: z.string().nullable(),
  defaultBranch: z.string(),
  visibility: z.string(),
  archived: z.boolean(),
  disabled: z.boolean(),
  fork: z.boolean(),
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
  fetchedAt: z.string(),
});
