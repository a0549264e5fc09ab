import * as z from "npm:zod@4.6.7";
import { repositoryFields } from "../../platform/repository.ts";

/** Schema of the `repos` output. */
export const repositoryListSchema = z.object({
  repositories: z.array(z.object(repositoryFields)),
  truncated: z.boolean().describe("True when more exist than were read"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** The repositories that one account can see. */
export type RepositoryList = z.infer<typeof repositoryListSchema>;

/** Schema of the `repo_info` output. */
export const repositoryInfoSchema = z.object({
  ...repositoryFields,
  homepage: z.string().nullable(),
  license: z.string().nullable().describe("SPDX identifier"),
  watchers: z.number().int(),
  /** Size in kilobytes. */
  sizeKb: z.number().int(),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** One repository alone, with what lists leave out. */
export type RepositoryInfo = z.infer<typeof repositoryInfoSchema>;
