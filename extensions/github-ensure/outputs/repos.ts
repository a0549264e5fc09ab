import * as z from "npm:zod@4.6.7";

/** What a list can hold: all that the token may see, or public ones only. */
export const VISIBILITIES = ["all", "public-only"] as const;

/** Schema of the `repos` output. */
export const repositoryListSchema = z.object({
  owner: z.string(),
  count: z.number().int(),
  visibility: z.enum(VISIBILITIES).describe(
    "all: what the token can see; public-only: the token belongs to another account",
  ),
  repos: z.array(z.object({
    name: z.string(),
    fullName: z.string().describe("owner/name"),
    private: z.boolean(),
    archived: z.boolean(),
    fork: z.boolean(),
    defaultBranch: z.string(),
    url: z.string(),
    pushedAt: z.string().nullable().describe("ISO 8601"),
  })),
  truncated: z.boolean().describe("True when more exist than were read"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** The repositories of the owner. */
export type RepositoryList = z.infer<typeof repositoryListSchema>;

/** One repository of the list. Times are ISO 8601. */
export type ListedRepository = RepositoryList["repos"][number];
