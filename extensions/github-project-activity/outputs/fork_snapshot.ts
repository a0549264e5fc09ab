import * as z from "npm:zod@4.6.7";

/** How a fork came into the index. */
export const FORK_SOURCES = ["listed", "configured"] as const;

/** One fork, as metadata only. Times are ISO 8601. */
export interface ForkSnapshot {
  /** owner/name of the repository that the ledger is about. */
  repo: string;
  /** owner/name of the fork. */
  fork: string;
  /** Listed by GitHub, or named by the behavior's `knownForks`. */
  source: typeof FORK_SOURCES[number];
  /** False when a configured fork cannot be seen; what follows is null then. */
  available: boolean;
  /** GitHub's number, the same after a rename. */
  id: number | null;
  /** What it is called now, when that is not `fork`. */
  renamedTo: string | null;
  /** owner/name of what it was forked from. */
  parent: string | null;
  defaultBranch: string | null;
  visibility: string | null;
  archived: boolean | null;
  stars: number | null;
  forks: number | null;
  url: string | null;
  createdAt: string | null;
  updatedAt: string | null;
  pushedAt: string | null;
  fetchedAt: string;
}

/** Schema of the `forkSnapshot` output. */
export const forkSnapshotSchema: z.ZodType<ForkSnapshot> = z.strictObject({
  repo: z.string().describe("owner/name"),
  fork: z.string().describe("owner/name of the fork"),
  source: z.enum(FORK_SOURCES),
  available: z.boolean().describe("False when a configured fork cannot be seen"),
  id: z.number().int().nullable(),
  renamedTo: z.string().nullable(),
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
