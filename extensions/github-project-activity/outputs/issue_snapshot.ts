import * as z from "npm:zod@4.6.7";
import { issueSnapshotFields } from "../../platform/subjects/issue_snapshot.ts";

/** Schema of the `issueSnapshot` output. */
export const issueSnapshotSchema = z.strictObject({
  ...issueSnapshotFields,
  lastConversationAt: z.string().nullable().describe(
    "When a person, not a bot, wrote last, as far as comments were read",
  ),
});

/** One issue, with when people spoke last. */
export type LedgerIssue = z.infer<typeof issueSnapshotSchema>;
