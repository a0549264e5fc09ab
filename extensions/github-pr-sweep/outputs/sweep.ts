import * as z from "npm:zod@4.6.7";
import { type Action, ACTIONS, type SweptPullRequest } from "./pr.ts";

/** The outcome of the fork's main branch. */
export const MAIN_STATES = ["updated", "unchanged", "conflict", "failed"] as const;

const errorSchema = z.strictObject({ code: z.string(), message: z.string() }).nullable();

/** Schema of the `sweep` output. */
export const sweepSchema = z.strictObject({
  upstream: z.string().describe("owner/name"),
  fork: z.string().describe("owner/name"),
  startedAt: z.string().describe("ISO 8601"),
  finishedAt: z.string().describe("ISO 8601"),
  mainBranch: z.string(),
  mainUpdated: z.enum(MAIN_STATES).describe("The outcome of the fork's main branch"),
  mainError: errorSchema,
  counts: z.strictObject({
    none: z.number().int(),
    updated: z.number().int(),
    conflict: z.number().int(),
    agentRan: z.number().int(),
    failed: z.number().int(),
  }),
  prs: z.array(z.strictObject({
    number: z.number().int(),
    url: z.string(),
    action: z.enum(ACTIONS),
    error: errorSchema,
  })),
  truncated: z.boolean().describe("True when there are more open pull requests than were read"),
});

/** A sweep of a fork's pull requests. Times are ISO 8601. */
export type Sweep = z.infer<typeof sweepSchema>;

/** How many pull requests each action had. */
export function countsOf(prs: readonly SweptPullRequest[]): Sweep["counts"] {
  const count = (action: Action) => prs.filter((pull) => pull.action === action).length;
  return {
    none: count("none"),
    updated: count("updated"),
    conflict: count("conflict"),
    agentRan: count("agent-ran"),
    failed: count("failed"),
  };
}
