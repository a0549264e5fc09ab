import * as z from "npm:zod@4.6.7";
import { checkSchema } from "../../platform/checks.ts";
import { issueSnapshotFields, prSnapshotFields } from "../../platform/subjects/snapshots.ts";

/** Schema of the `prSnapshot` output. */
export const prSnapshotSchema = z.strictObject({
  ...prSnapshotFields,
  lastConversationAt: z.string().nullable().describe(
    "When a person, not a bot, wrote last, as far as it was read",
  ),
  lastCodeChangeAt: z.string().nullable().describe(
    "When its branch was pushed or rewritten last, as far as it was read",
  ),
  mergeConflict: z.union([z.boolean(), z.literal("unknown")]).describe(
    "Whether it conflicts with its base",
  ),
});

/** One pull request, with when people spoke, when its code changed, and whether it conflicts. */
export type LedgerPr = z.infer<typeof prSnapshotSchema>;

/** Schema of the `issueSnapshot` output. */
export const issueSnapshotSchema = z.strictObject({
  ...issueSnapshotFields,
  lastConversationAt: z.string().nullable().describe(
    "When a person, not a bot, wrote last, as far as comments were read",
  ),
});

/** One issue, with when people spoke last. */
export type LedgerIssue = z.infer<typeof issueSnapshotSchema>;

/** What the checks of a head say together; `unknown` when not all of them could be read. */
const CI_STATES = ["success", "failure", "pending", "none", "unknown"] as const;

/** Schema of the `ciStatusSnapshot` output. */
export const ciStatusSnapshotSchema = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  state: z.enum(CI_STATES).describe("unknown when not all of them could be read"),
  checks: z.array(checkSchema),
  /** True when there are more than were read. */
  truncated: z.boolean(),
  fetchedAt: z.string(),
});

/** The checks of one pull request's head: check runs and commit statuses. */
export type CiStatusSnapshot = z.infer<typeof ciStatusSnapshotSchema>;

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
