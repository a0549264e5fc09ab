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

/** One file that a pull request changes. */
export interface PrFile {
  path: string;
  /** True when the path is not UTF-8; `path` and `previousPath` are base64 then. */
  base64: boolean;
  previousPath: string | null;
  status: typeof FILE_STATUSES[number];
  /** Null for binary files. */
  additions: number | null;
  deletions: number | null;
  binary: boolean;
  /** Mode in the new tree, for example `100644`; the old one for a deleted file. */
  mode: string;
}

/** The files that one revision changes, from its merge base; 500 a part. */
export interface PrFileSnapshot {
  repo: string;
  number: number;
  headSha: string;
  /** Null when the branch shares no commit with its base: then all its files count as added. */
  mergeBase: string | null;
  /** Which part of how many. */
  part: number;
  parts: number;
  /** True when there are more files than are listed. */
  truncated: boolean;
  files: PrFile[];
}

/** Schema of the `prFileSnapshot` output. */
export const prFileSnapshotSchema: z.ZodType<PrFileSnapshot> = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  mergeBase: z.string().nullable(),
  part: z.number().int(),
  parts: z.number().int(),
  truncated: z.boolean().describe("True when there are more files than are listed"),
  files: z.array(z.strictObject({
    path: z.string(),
    base64: z.boolean(),
    previousPath: z.string().nullable(),
    status: z.enum(FILE_STATUSES),
    additions: z.number().int().nullable(),
    deletions: z.number().int().nullable(),
    binary: z.boolean(),
    mode: z.string(),
  })),
});
