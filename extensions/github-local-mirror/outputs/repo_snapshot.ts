import * as z from "npm:zod@4.6.7";

/** Schema of the `repoSnapshot` output. */
export const repoSnapshotSchema = z.strictObject({
  repo: z.string().describe("owner/name"),
  /** The platform's number, the same after a rename. */
  id: z.number().int(),
  /** What it is called now, when that is not `repo`. */
  renamedTo: z.string().nullable(),
  description: z.string().nullable(),
  defaultBranch: z.string(),
  visibility: z.string(),
  archived: z.boolean(),
  fork: z.boolean(),
  /** owner/name of what it was forked from. */
  parent: z.string().nullable(),
  hasIssues: z.boolean(),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  pushedAt: z.string().nullable(),
  fetchedAt: z.string(),
});

/** The repository itself. Times are ISO 8601. */
export type RepoSnapshot = z.infer<typeof repoSnapshotSchema>;
