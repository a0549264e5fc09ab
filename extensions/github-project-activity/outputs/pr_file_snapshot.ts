import * as z from "npm:zod@4.6.7";

/** The outcome of a file, in GitHub's words. */
export const FILE_STATUSES = [
  "added",
  "removed",
  "modified",
  "renamed",
  "copied",
  "changed",
  "unchanged",
] as const;

/** One file that a pull request changes. */
export interface PrFile {
  path: string;
  previousPath: string | null;
  status: typeof FILE_STATUSES[number];
  additions: number;
  deletions: number;
}

/** The files that a pull request changes at one head; up to 1,000 a document. */
export interface PrFileSnapshot {
  repo: string;
  number: number;
  headSha: string;
  /** When the pull request was merged, ISO 8601; null when it is not. */
  mergedAt: string | null;
  /** Counted from 1, and how many there are. */
  part: number;
  parts: number;
  files: PrFile[];
  /** GitHub lists 3,000 files at most: true when some are left out. */
  truncated: boolean;
  fetchedAt: string;
}

/** Schema of the `prFileSnapshot` output. */
export const prFileSnapshotSchema: z.ZodType<PrFileSnapshot> = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  mergedAt: z.string().nullable(),
  part: z.number().int(),
  parts: z.number().int(),
  files: z.array(z.strictObject({
    path: z.string(),
    previousPath: z.string().nullable(),
    status: z.enum(FILE_STATUSES),
    additions: z.number().int(),
    deletions: z.number().int(),
  })),
  truncated: z.boolean().describe("True when GitHub left files out"),
  fetchedAt: z.string(),
});
