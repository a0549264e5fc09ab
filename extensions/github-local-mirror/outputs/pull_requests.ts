import * as z from "npm:zod@4.6.7";

/** The outcome of a file. */
export const FILE_STATUSES = [
  "added",
  "modified",
  "deleted",
  "renamed",
  "copied",
  "type-changed",
] as const;

/** Schema of the `prFileSnapshot` output. */
export const prFileSnapshotSchema = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  /** Null when the branch shares no commit with its base: then all its files count as added. */
  mergeBase: z.string().nullable(),
  /** Which part of how many. */
  part: z.number().int(),
  parts: z.number().int(),
  truncated: z.boolean().describe("True when there are more files than are listed"),
  files: z.array(z.strictObject({
    path: z.string(),
    /** True when the path is not UTF-8; `path` and `previousPath` are base64 then. */
    base64: z.boolean(),
    previousPath: z.string().nullable(),
    status: z.enum(FILE_STATUSES),
    /** Null for binary files. */
    additions: z.number().int().nullable(),
    deletions: z.number().int().nullable(),
    binary: z.boolean(),
    /** Mode in the new tree, for example `100644`; the old one for a deleted file. */
    mode: z.string(),
  })),
});

/** The files that one revision changes, from its merge base; 500 a part. */
export type PrFileSnapshot = z.infer<typeof prFileSnapshotSchema>;

/** One file that a pull request changes. */
export type PrFile = PrFileSnapshot["files"][number];

/** Schema of the `prCommit` output. */
export const prCommitSchema = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  part: z.number().int(),
  parts: z.number().int(),
  truncated: z.boolean().describe("True when older commits are omitted"),
  commits: z.array(z.strictObject({
    sha: z.string(),
    parents: z.array(z.string()),
    /** Name and address as the commit says; anyone can write anything there. */
    author: z.strictObject({ name: z.string(), email: z.string() }),
    authoredAt: z.string(),
    committedAt: z.string(),
    /** Cut at 65,536 characters. */
    message: z.string(),
  })),
});

/** The commits of one revision, oldest first; 500 a part. */
export type PrCommit = z.infer<typeof prCommitSchema>;

/** One commit of a pull request. Times are ISO 8601. */
export type Commit = PrCommit["commits"][number];

/** Schema of the `prHeadState` output. */
export const prHeadStateSchema = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  present: z.boolean().describe("False when the ref is gone; the commit is kept"),
  /** When a fetch saw this head first, ISO 8601. */
  fetchedAt: z.string(),
});

/** Where a pull request's branch is now, by the ref that git fetched: what counts as current. */
export type PrHeadState = z.infer<typeof prHeadStateSchema>;

/** How a revision came to be. */
const REVISION_KINDS = ["opened", "pushed", "force-pushed"] as const;

/** Schema of the `prRevision` output. */
export const prRevisionSchema = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  baseSha: z.string().nullable(),
  mergeBase: z.string().nullable(),
  /** The head before; null for the first that was seen. */
  previousHeadSha: z.string().nullable(),
  /** `force-pushed`: the head before is not an ancestor of this one. */
  kind: z.enum(REVISION_KINDS),
  /** When a fetch first saw it, ISO 8601. */
  observedAt: z.string(),
  patchPath: z.string().nullable().describe("Below the artifact folder"),
});

/** One state of a pull request's branch, as the fetches have seen it. */
export type PrRevision = z.infer<typeof prRevisionSchema>;
