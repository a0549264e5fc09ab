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
