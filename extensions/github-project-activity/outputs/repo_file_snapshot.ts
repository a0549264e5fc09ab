import * as z from "npm:zod@4.6.7";

/** What a path of a tree is. */
export const FILE_KINDS = ["file", "executable", "link", "submodule"] as const;

/** One path of the default branch. Folders are not listed. */
export interface RepoFile {
  path: string;
  kind: typeof FILE_KINDS[number];
  /** Id of the blob, or of the commit of a submodule. */
  sha: string;
  /** Bytes; null for a submodule. */
  size: number | null;
}

/** Paths of the default branch, sorted; 1,000 a document. */
export interface RepoFileSnapshot {
  repo: string;
  branch: string;
  /** The commit that was read; null in an empty repository. */
  commitSha: string | null;
  /** Counted from 1, and how many there are: later documents belong to an earlier, larger tree. */
  part: number;
  parts: number;
  /** Paths of all parts together. */
  total: number;
  files: RepoFile[];
  fetchedAt: string;
}

/** Schema of the `repoFileSnapshot` output. */
export const repoFileSnapshotSchema: z.ZodType<RepoFileSnapshot> = z.strictObject({
  repo: z.string(),
  branch: z.string(),
  commitSha: z.string().nullable(),
  part: z.number().int(),
  parts: z.number().int().describe("Documents with a higher part belong to an earlier tree"),
  total: z.number().int().describe("Paths of all parts together"),
  files: z.array(z.strictObject({
    path: z.string(),
    kind: z.enum(FILE_KINDS),
    sha: z.string(),
    size: z.number().int().nullable(),
  })),
  fetchedAt: z.string(),
});
