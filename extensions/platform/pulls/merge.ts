import * as z from "npm:zod@4.6.7";
import { outcomeSchema } from "../outcome.ts";

/** Ways to merge a pull request, in the order in which an allowed one is chosen. */
export const MERGE_METHODS = ["merge", "squash", "rebase"] as const;

/** A way of {@linkcode MERGE_METHODS}. */
export type MergeMethod = typeof MERGE_METHODS[number];

/** Schema of the `merge` output. */
export const mergeSchema = z.object({
  repo: z.string().describe("owner/name"),
  kind: z.enum(["pull-request", "branch"]),
  number: z.number().int().nullable().describe("Number of the pull request"),
  base: z.string().describe("Branch that was merged into"),
  head: z.string().describe("Branch that was merged"),
  method: z.enum(MERGE_METHODS).nullable().describe("Null when somebody else merged it before"),
  sha: z.string().nullable().describe("The new commit of the base branch"),
  outcome: outcomeSchema,
  mergedAt: z.string().nullable().describe("ISO 8601"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** The `merge` output: the outcome of one merge. */
export type MergeDocument = z.infer<typeof mergeSchema>;
