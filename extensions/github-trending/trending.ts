import * as z from "npm:zod@4.6.7";

/** Schema of the `trending` output. */
export const trendingSchema = z.object({
  windowDays: z.number().int(),
  since: z.string().describe("First day of the window, YYYY-MM-DD in UTC"),
  language: z.string().nullable(),
  totalCount: z.number().int().describe("Total number of repositories found"),
  incomplete: z.boolean().describe("True when the search ran out of time: some may be missing"),
  repositories: z.array(z.object({
    /** From 1, the most stars first. */
    rank: z.number().int(),
    fullName: z.string().describe("owner/name"),
    description: z.string().nullable(),
    language: z.string().nullable(),
    stars: z.number().int(),
    forks: z.number().int(),
    topics: z.array(z.string()),
    url: z.string(),
    createdAt: z.string().describe("ISO 8601"),
    pushedAt: z.string().nullable().describe("ISO 8601"),
  })),
  snapshotAt: z.string().describe("ISO 8601"),
});

/** The repositories created in a window that have the most stars. */
export type Trending = z.infer<typeof trendingSchema>;
