import * as z from "npm:zod@4.6.7";
import { prSnapshotFields } from "../../platform/subjects/pr_snapshot.ts";

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
