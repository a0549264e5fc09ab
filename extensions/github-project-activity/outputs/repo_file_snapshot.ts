import * as z from "npm:zod@4.6.7";

/** What a path of a tree is. */
export const FILE_KINDS = ["file", "executable", "link", "submodule"] as const;

/** Schema of the `repoFileSnapshot` output. */
export const repoFileSnapshotSchema = z.strictObject({
  repo: z.string(),
  branch: z.string(),
  /** The commit that was read; null in an empty repository. */
  commitSha: z.string().nullable(),
  /** Counted from 1, and how many there are: later documents belong to an earlier, larger tree. */
  part: z.number().int(),
  parts: z.number().int().describe("Documents with a higher part belong to an earlier tree"),
  total: z.number().int().describe("Paths of all parts together"),
  files: z.array(z.strictObject({
    path: z.string(),
    kind: z.enum(FILE_KINDS),
    /** Id of the blob, or of the commit of a submodule. */
    sha: z.string(),
    /** Bytes; null for a submodule. */
    size: z.number().int().nullable(),
  })),
  fetchedAt: z.string(),
});

/** Paths of the default branch, sorted; 1,000 a document. */
export type RepoFileSnapshot = z.infer<typeof repoFileSnapshotSchema>;

/** One path of the default branch. Folders are not listed. */
export type RepoFile = RepoFileSnapshot["files"][number];
