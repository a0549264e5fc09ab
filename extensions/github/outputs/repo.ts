import * as z from "npm:zod@4.6.7";
import { repositoryFields } from "../../platform/repository.ts";

/** Schema of the `repo` output. */
export const repoSchema = z.object({
  ...repositoryFields,
  fetchedAt: z.string().describe("ISO 8601"),
});

/** One repository, and when it was read. */
export type Repo = z.infer<typeof repoSchema>;
