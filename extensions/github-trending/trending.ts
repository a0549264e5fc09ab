import * as z from "npm:zod@4.6.7";

/** One repository of a snapshot. Times are ISO 8601. */
export interface TrendingRepository {
  /** From 1, the most stars first. */
  rank: number;
  fullName: string;
  description: string | null;
  language: string | null;
  stars: number;
  forks: number;
  topics: string[];
  url: string;
  createdAt: string;
  pushedAt: string | null;
}

/** The repositories created in a window that have the most stars. */
export interface Trending {
  windowDays: number;
  /** First day of the window, YYYY-MM-DD in UTC. */
  since: string;
  language: string | null;
  /** How many repositories the search found in all. */
  totalCount: number;
  /** True when the platform's search ran out of time: some may be missing. */
  incomplete: boolean;
  repositories: TrendingRepository[];
  snapshotAt: string;
}

/** Schema of the `trending` output. */
export const trendingSchema: z.ZodType<Trending> = z.object({
  windowDays: z.number().int(),
  since: z.string().describe("First day of the window, YYYY-MM-DD in UTC"),
  language: z.string().nullable(),
  totalCount: z.number().int().describe("Repositories that the search found in all"),
  incomplete: z.boolean().describe("True when the search ran out of time: some may be missing"),
  repositories: z.array(z.object({
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
