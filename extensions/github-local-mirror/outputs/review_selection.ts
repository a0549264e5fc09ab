import * as z from "npm:zod@4.6.7";
import { type Subject, subjectFields } from "../../platform/subjects/subject.ts";

/** The subject that the context report is about. */
export interface ReviewSelection extends Subject {
  repo: string;
  /** The current head of a pull request; null for an issue. */
  headSha: string | null;
  /** Worktrees linked to it. */
  worktreeIds: string[];
  at: string;
}

/** Schema of the `reviewSelection` output. */
export const reviewSelectionSchema: z.ZodType<ReviewSelection> = z.strictObject({
  repo: z.string(),
  ...subjectFields,
  headSha: z.string().nullable(),
  worktreeIds: z.array(z.string()),
  at: z.string(),
});
