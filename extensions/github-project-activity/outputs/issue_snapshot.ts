import * as z from "npm:zod@4.6.7";
import { type IssueSnapshot, issueSnapshotFields } from "../../platform/subjects/issue_snapshot.ts";

/** One issue, with when people spoke last. */
export interface LedgerIssue extends IssueSnapshot {
  /** When a person, not a bot, wrote last, as far as comments were read. Null when unknown. */
  lastConversationAt: string | null;
}

/** Schema of the `issueSnapshot` output. */
export const issueSnapshotSchema: z.ZodType<LedgerIssue> = z.strictObject({
  ...issueSnapshotFields,
  lastConversationAt: z.string().nullable().describe(
    "When a person, not a bot, wrote last, as far as comments were read",
  ),
});
