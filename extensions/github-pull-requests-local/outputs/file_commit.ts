import * as z from "npm:zod@4.6.7";
import { outcomeSchema } from "../../platform/outcome.ts";

const fields = {
  repo: z.string().describe("owner/name"),
  baseBranch: z.string(),
  newBranch: z.string(),
  baseSha: z.string().describe("The commit that the change is based on"),
  path: z.string(),
  commitSha: z.string().nullable().describe("Null when nothing was committed"),
  blobSha: z.string().describe("Id of the file's content after the change"),
  outcome: outcomeSchema,
  dryRun: z.boolean(),
  changed: z.boolean().describe("False when the file already was as wanted"),
  fetchedAt: z.string().describe("ISO 8601"),
};

/** Schema of the `fileCommit` output. */
export const fileCommitSchema = z.object(fields);

/** The `fileCommit` output: a branch with one commit that changes one file. */
export type FileCommit = z.infer<typeof fileCommitSchema>;

/** Schema of the `fileReplacement` output. */
export const fileReplacementSchema = z.object({
  ...fields,
  pattern: z.string(),
  line: z.number().int().describe("The line the match begins on, counted from 1"),
  before: z.string().describe("The whole lines that the match spanned, at most 10,000 characters"),
  after: z.string().describe("The same lines after the change"),
  beforeBlobSha: z.string().describe("Id of the file's content before the change"),
});

/** The `fileReplacement` output: a commit, and what the file said before. */
export type FileReplacement = z.infer<typeof fileReplacementSchema>;
