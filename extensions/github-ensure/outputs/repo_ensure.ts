import * as z from "npm:zod@4.6.7";
import { outcomeSchema } from "../../platform/outcome.ts";
import { driftSchema } from "../repository/drift.ts";

/** Schema of the `repoEnsure` output. */
export const repoEnsureSchema = z.object({
  owner: z.string(),
  name: z.string(),
  outcome: outcomeSchema.describe(
    "would-create with dryRun false: the run stopped before it finished",
  ),
  dryRun: z.boolean(),
  /** As it is; as it would be made in a dry run. */
  private: z.boolean(),
  /** Null while it does not exist. */
  url: z.string().nullable(),
  drift: z.array(driftSchema).describe("Differences from the request; reported, never changed"),
  renamedTo: z.string().nullable().describe("owner/name"),
  topicsApplied: z.boolean().nullable().describe(
    "False: the next run sets the topics of a repository that this behavior created; null: no " +
      "topics requested, or the repository was not created by this behavior",
  ),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** The outcome of one repository. */
export type RepoEnsure = z.infer<typeof repoEnsureSchema>;
