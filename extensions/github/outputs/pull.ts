import * as z from "npm:zod@4.6.7";
import { pullRequestFields } from "../../platform/pull_request.ts";

/** Schema of the `pull` output. */
export const pullSchema = z.object({
  repo: z.string().describe("owner/name"),
  ...pullRequestFields,
  fetchedAt: z.string().describe("ISO 8601"),
});

/** One pull request of a repository. */
export type Pull = z.infer<typeof pullSchema>;
