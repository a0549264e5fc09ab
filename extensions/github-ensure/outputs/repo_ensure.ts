import * as z from "npm:zod@4.6.7";
import { type Outcome, outcomeSchema } from "../../platform/outcome.ts";
import { type Drift, driftSchema } from "../repository/drift.ts";

/** The outcome of one repository. */
export interface RepoEnsure {
  owner: string;
  name: string;
  outcome: Outcome;
  dryRun: boolean;
  /** As it is; as it would be made in a dry run. */
  private: boolean;
  /** Null while it does not exist. */
  url: string | null;
  /** What differs from what was asked for. It is reported, never changed. */
  drift: Drift[];
  /** The new owner/name of a repository that was renamed, else null. */
  renamedTo: string | null;
  /** Whether its topics are those asked for; see {@link repoEnsureSchema}. */
  topicsApplied: boolean | null;
  fetchedAt: string;
}

/** Schema of the `repoEnsure` output. */
export const repoEnsureSchema: z.ZodType<RepoEnsure> = z.object({
  owner: z.string(),
  name: z.string(),
  outcome: outcomeSchema.describe(
    "would-create with dryRun false: a run was ended between its plan and its end",
  ),
  dryRun: z.boolean(),
  private: z.boolean(),
  url: z.string().nullable(),
  drift: z.array(driftSchema).describe("What differs from what was asked for; never changed"),
  renamedTo: z.string().nullable().describe("owner/name"),
  topicsApplied: z.boolean().nullable().describe(
    "False: the next run puts the topics on a repository that this behavior made; null: none asked for, or not ours to change",
  ),
  fetchedAt: z.string().describe("ISO 8601"),
});
