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

/** How a fork came into the index. */
const FORK_SOURCES = ["listed", "configured"] as const;

/** Schema of the `forkSnapshot` output. */
export const forkSnapshotSchema = z.strictObject({
  repo: z.string().describe("owner/name"),
  fork: z.string().describe("owner/name of the fork"),
  /** Listed by GitHub, or named by the behavior's `knownForks`. */
  source: z.enum(FORK_SOURCES),
  available: z.boolean().describe("False when a configured fork cannot be seen"),
  /** GitHub's number, the same after a rename. */
  id: z.number().int().nullable(),
  /** What it is called now, when that is not `fork`. */
  renamedTo: z.string().nullable(),
  /** owner/name of what it was forked from. */
  parent: z.string().nullable(),
  defaultBranch: z.string().nullable(),
  visibility: z.string().nullable(),
  archived: z.boolean().nullable(),
  stars: z.number().int().nullable(),
  forks: z.number().int().nullable(),
  url: z.string().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  pushedAt: z.string().nullable(),
  fetchedAt: z.string(),
});

/** One fork, as metadata only. Times are ISO 8601. */
export type ForkSnapshot = z.infer<typeof forkSnapshotSchema>;

/** What a path of a tree is. */
const FILE_KINDS = ["file", "executable", "link", "submodule"] as const;

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
