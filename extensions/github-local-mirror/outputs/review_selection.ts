import * as z from "npm:zod@4.6.7";
import { subjectFields } from "../../platform/subjects/subject.ts";

/** Schema of the `reviewSelection` output. */
export const reviewSelectionSchema = z.strictObject({
  repo: z.string(),
  ...subjectFields,
  /** The current head of a pull request; null for an issue. */
  headSha: z.string().nullable(),
  /** Worktrees linked to it. */
  worktreeIds: z.array(z.string()),
  at: z.string(),
});

/** The subject that the context report is about. */
export type ReviewSelection = z.infer<typeof reviewSelectionSchema>;
