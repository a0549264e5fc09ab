import * as z from "npm:zod@4.6.7";
import { outcomeSchema } from "../../platform/outcome.ts";
import { pullRequestFactsSchema } from "../../platform/pulls/pull_request.ts";

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
  changed: z.boolean().describe("False when the file already had this content"),
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

/** Schema of the `fileContent` output. */
export const fileContentSchema = z.object({
  repo: z.string().describe("owner/name"),
  path: z.string(),
  ref: z.string().describe("Requested branch, tag or commit"),
  commitSha: z.string().describe("The commit it resolved to"),
  blobSha: z.string(),
  size: z.number().int().describe("Bytes"),
  encoding: z.enum(["utf-8", "base64"]).describe("base64 when the file is not UTF-8"),
  content: z.string(),
  executable: z.boolean(),
  symlinkTo: z.string().nullable().describe("What the path points to, when it is a symbolic link"),
  lfsPointer: z.boolean().describe("True when the file itself is stored in Git LFS"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** The `fileContent` output: one file at one commit. */
export type FileContent = z.infer<typeof fileContentSchema>;

/** States a look-up may be narrowed to. */
export const LOOKUP_STATES = ["open", "closed", "merged", "all"] as const;

/** Schema of the `pullRequestLookup` output. */
export const pullRequestLookupSchema = z.object({
  repo: z.string().describe("owner/name"),
  head: z.string().describe("owner:branch"),
  state: z.enum(LOOKUP_STATES),
  found: z.boolean(),
  count: z.number().int().describe("How many there are, at most 1,000"),
  pullRequest: pullRequestFactsSchema.nullable().describe("The newest one"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** The `pullRequestLookup` output: the pull requests of one head branch. */
export type PullRequestLookup = z.infer<typeof pullRequestLookupSchema>;
