import * as z from "npm:zod@4.6.7";
import { type PullRequestStatus, pullRequestStatusSchema } from "./pr_status.ts";

/** A stack of pull requests. */
export interface StackStatus {
  /** owner/name */
  repo: string;
  /** True when they are one line. */
  ordered: boolean;
  /** Base to tip; in the order they were named when they are no single line. */
  prs: PullRequestStatus[];
  /** Every line from base to tip when there are several; else empty. */
  branches: { base: string; numbers: number[] }[];
  /** The argument nowIso, or when it was read; ISO 8601. */
  fetchedAt: string;
}

/** Schema of the `stackStatus` output. */
export const stackStatusSchema: z.ZodType<StackStatus> = z.strictObject({
  repo: z.string().describe("owner/name"),
  ordered: z.boolean().describe("True when the pull requests are one line"),
  prs: z.array(pullRequestStatusSchema).describe("Base to tip when ordered"),
  branches: z.array(z.strictObject({ base: z.string(), numbers: z.array(z.number().int()) }))
    .describe("Every line from base to tip when there are several"),
  fetchedAt: z.string().describe("ISO 8601"),
});
