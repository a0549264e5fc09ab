import * as z from "npm:zod@4.6.7";

/** Schema of the `prCommit` output. */
export const prCommitSchema = z.strictObject({
  repo: z.string(),
  number: z.number().int(),
  headSha: z.string(),
  part: z.number().int(),
  parts: z.number().int(),
  truncated: z.boolean().describe("True when older commits are left out"),
  commits: z.array(z.strictObject({
    sha: z.string(),
    parents: z.array(z.string()),
    /** Name and address as the commit says; anyone can write anything there. */
    author: z.strictObject({ name: z.string(), email: z.string() }),
    authoredAt: z.string(),
    committedAt: z.string(),
    /** Cut at 65,536 characters. */
    message: z.string(),
  })),
});

/** The commits of one revision, oldest first; 500 a part. */
export type PrCommit = z.infer<typeof prCommitSchema>;

/** One commit of a pull request. Times are ISO 8601. */
export type Commit = PrCommit["commits"][number];
