import * as z from "npm:zod@4.6.7";
import { type Repository, repositoryFields } from "../../platform/repository.ts";

/** One repository alone, with what lists leave out. */
export interface RepositoryInfo extends Repository {
  homepage: string | null;
  /** SPDX identifier, or null when the platform found none. */
  license: string | null;
  watchers: number;
  /** Size in kilobytes. */
  sizeKb: number;
  /** When this was read. */
  fetchedAt: string;
}

/** The repositories that one account can see. */
export interface RepositoryList {
  repositories: Repository[];
  /** True when more exist than were read. */
  truncated: boolean;
  /** When this was read. */
  fetchedAt: string;
}

/** Schema of the `repos` output. */
export const repositoryListSchema: z.ZodType<RepositoryList> = z.object({
  repositories: z.array(z.object(repositoryFields)),
  truncated: z.boolean().describe("True when more exist than were read"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** Schema of the `repo_info` output. */
export const repositoryInfoSchema: z.ZodType<RepositoryInfo> = z.object({
  ...repositoryFields,
  homepage: z.string().nullable(),
  license: z.string().nullable().describe("SPDX identifier"),
  watchers: z.number().int(),
  sizeKb: z.number().int(),
  fetchedAt: z.string().describe("ISO 8601"),
});
