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

/** Schema of a {@link PrFile}. */
export const prFileSchema = z.strictObject({
  path: z.string(),
  previousPath: z.string().nullable(),
  status: z.enum(FILE_STATUSES),
  additions: z.number().int(),
  deletions: z.number().int(),
});

/** One file that a pull request changes. */
export type PrFile = z.infer<typeof prFileSchema>;

/** Schema of the `prFileSnapshot` output. */
export const prFileSnapshotSchema = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  /** When the pull request was merged, ISO 8601; null when it is not. */
  mergedAt: z.string().nullable(),
  /** Counted from 1, and how many there are. */
  part: z.number().int(),
  parts: z.number().int(),
  files: z.array(prFileSchema),
  truncated: z.boolean().describe("True when GitHub left files out"),
  fetchedAt: z.string(),
});

/** The files that a pull request changes at one head; up to 1,000 a document. */
export type PrFileSnapshot = z.infer<typeof prFileSnapshotSchema>;
