import * as z from "npm:zod@4.6.7";

/** How a fork came into the index. */
export const FORK_SOURCES = ["listed", "configured"] as const;

/** Schema of the `forkSnapshot` output. */
export const forkSnapshotSchema = z.strictObject({
  repo: z.string().describe("owner/name"),
  fork: z.string().describe("owner/name of the fork"),
  /** Listed by GitHub, or named by the behavior's `knownForks`. */
  source: z.enum(FORK_SOURCES),
  available: z.boolean().describe("False when a configured fork cannot be seen"),
  /** GitHub's number, the same after a rename. */
  id: z.number().int().nullable(),
  /** What it is called now, when that is not `fork`. */
  renamedTo: z.string().nullable(),
  /** owner/name of what it was forked from. */
  parent: z.string().nullable(),
  defaultBranch: z.string().nullable(),
  visibility: z.string().nullable(),
  archived: z.boolean().nullable(),
  stars: z.number().int().nullable(),
  forks: z.number().int().nullable(),
  url: z.string().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  pushedAt: z.string().nullable(),
  fetchedAt: z.string(),
});

/** One fork, as metadata only. Times are ISO 8601. */
export type ForkSnapshot = z.infer<typeof forkSnapshotSchema>;
