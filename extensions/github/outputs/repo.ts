import * as z from "npm:zod@4.6.7";
import { type Repository, repositoryFields } from "../../platform/repository.ts";

/** One repository, and when it was read. */
export interface Repo extends Repository {
  /** ISO 8601. */
  fetchedAt: string;
}

/** Schema of the `repo` output. */
export const repoSchema: z.ZodType<Repo> = z.object({
  ...repositoryFields,
  fetchedAt: z.string().describe("ISO 8601"),
});
