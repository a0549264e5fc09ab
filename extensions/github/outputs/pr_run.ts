import * as z from "npm:zod@4.6.7";
import type { Listed } from "../../platform/pages.ts";
import { storedText } from "../../platform/stored_text.ts";

/** What the workflow runs of a pull request's head say together, or how watching them ended. */
const RUN_STATES = [
  "passed",
  "failed",
  "pending",
  "no-runs",
  "head-moved",
  "closed",
  "timed-out",
] as const;

/** A state of {@link RUN_STATES}. */
export type RunState = typeof RUN_STATES[number];

/** Schema of the `prRun` output. */
export const prRunSchema = z.object({
  repo: z.string().describe("owner/name"),
  number: z.number().int(),
  headSha: z.string(),
  state: z.enum(RUN_STATES),
  runs: z.array(z.object({
    id: z.number().int(),
    workflow: z.string().nullable(),
    event: z.string(),
    status: z.string().nullable(),
    /** Null until completed. */
    conclusion: z.string().nullable(),
    attempt: z.number().int(),
    url: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })),
  truncated: z.boolean().describe("True when more exist than were read"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** The workflow runs of a pull request's head. */
export type PrRun = z.infer<typeof prRunSchema>;

/** One workflow run. Times are ISO 8601. */
export type Run = PrRun["runs"][number];

/** Turns the API's workflow run into ours. */
export function toRun(api: Listed<"GET /repos/{owner}/{repo}/actions/runs">): Run {
  return {
    id: Number(api.id),
    workflow: api.name ? storedText(api.name) : null,
    event: api.event,
    status: api.status,
    conclusion: api.conclusion,
    attempt: api.run_attempt ?? 1,
    url: api.html_url,
    createdAt: api.created_at,
    updatedAt: api.updated_at,
  };
}
