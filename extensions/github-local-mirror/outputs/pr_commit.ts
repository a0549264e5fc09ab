import * as z from "npm:zod@4.6.7";

/** One commit of a pull request. Times are ISO 8601. */
export interface Commit {
  sha: string;
  parents: string[];
  /** Name and address as the commit says; anyone can write anything there. */
  author: { name: string; email: string };
  authoredAt: string;
  committedAt: string;
  /** Cut at 65,536 characters. */
  message: string;
}

/** The commits of one revision, oldest first; 500 a part. */
export interface PrCommit {
  repo: string;
  number: number;
  headSha: string;
  part: number;
  parts: number;
  /** True when there are more commits than are listed; then the oldest are left out. */
  truncated: boolean;
  commits: Commit[];
}

/** Schema of the `prCommit` output. */
export const prCommitSchema: z.ZodType<PrCommit> = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  part: z.number().int(),
  parts: z.number().int(),
  truncated: z.boolean().describe("True when older commits are left out"),
  commits: z.array(z.strictObject({
    sha: z.string(),
    parents: z.array(z.string()),
    author: z.strictObject({ name: z.string(), email: z.string() }),
    authoredAt: z.string(),
    committedAt: z.string(),
    message: z.string(),
  })),
});
