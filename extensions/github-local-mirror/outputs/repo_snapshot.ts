import * as z from "npm:zod@4.6.7";

/** The repository itself. Times are ISO 8601. */
export interface RepoSnapshot {
  /** owner/name, as the behavior was given it */
  repo: string;
  /** The platform's number, the same after a rename. */
  id: number;
  /** What it is called now, when that is not `repo`. */
  renamedTo: string | null;
  description: string | null;
  defaultBranch: string;
  visibility: string;
  archived: boolean;
  fork: boolean;
  /** owner/name of what it was forked from. */
  parent: string | null;
  hasIssues: boolean;
  url: string;
  createdAt: string;
  updatedAt: string;
  pushedAt: string | null;
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
  fork: z.boolean(),
  parent: z.string().nullable(),
  hasIssues: z.boolean(),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  pushedAt: z.string().nullable(),
  fetchedAt: z.string(),
});
