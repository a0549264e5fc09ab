import * as z from "npm:zod@4.6.7";
import { pullRequestStatusSchema } from "./pr_status.ts";

/** Schema of the `stackStatus` output. */
export const stackStatusSchema = z.strictObject({
  repo: z.string().describe("owner/name"),
  ordered: z.boolean().describe("True when the pull requests form one line"),
  prs: z.array(pullRequestStatusSchema).describe("Base to tip when ordered"),
  branches: z.array(z.strictObject({ base: z.string(), numbers: z.array(z.number().int()) }))
    .describe("Every line from base to tip when there are several"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** A stack of pull requests. */
export type StackStatus = z.infer<typeof stackStatusSchema>;
