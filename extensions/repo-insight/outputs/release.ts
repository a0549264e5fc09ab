import * as z from "npm:zod@4.6.7";

/** Schema of the `releases` output. */
export const releaseListSchema = z.object({
  repo: z.string().describe("owner/name"),
  releases: z.array(z.object({
    tag: z.string(),
    name: z.string().nullable(),
    draft: z.boolean(),
    prerelease: z.boolean(),
    author: z.string().nullable(),
    assets: z.array(z.object({
      name: z.string(),
      bytes: z.number().int(),
      downloads: z.number().int(),
    })),
    url: z.string(),
    createdAt: z.string(),
    publishedAt: z.string().nullable(),
  })),
  truncated: z.boolean().describe("True when more exist than were read"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** The releases of one repository. */
export type ReleaseList = z.infer<typeof releaseListSchema>;

/** One release. Times are ISO 8601. */
export type Release = ReleaseList["releases"][number];
