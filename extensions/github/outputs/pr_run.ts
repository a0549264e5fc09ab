import * as z from "npm:zod@4.6.7";
import { storedText } from "../../platform/stored_text.ts";

/** What the workflow runs of a pull request's head say together, or how watching them ended. */
export const RUN_STATES = [
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

/** One workflow run. Times are ISO 8601. */
export interface Run {
  id: number;
  workflow: string | null;
  event: string;
  status: string | null;
  /** Null until completed. */
  conclusion: string | null;
  attempt: number;
  url: string;
  createdAt: string;
  updatedAt: string;
}

/** The workflow runs of a pull request's head. */
export interface PrRun {
  repo: string;
  number: number;
  headSha: string;
  state: RunState;
  runs: Run[];
  /** True when more exist than were read. */
  truncated: boolean;
  /** ISO 8601. */
  fetchedAt: string;
}

/** Schema of the `prRun` output. */
export const prRunSchema: z.ZodType<PrRun> = z.object({
  repo: z.string().describe("owner/name"),
  number: z.number().int(),
  headSha: z.string(),
  state: z.enum(RUN_STATES),
  runs: z.array(z.object({
    id: z.number().int(),
    workflow: z.string().nullable(),
    event: z.string(),
    status: z.string().nullable(),
    conclusion: z.string().nullable(),
    attempt: z.number().int(),
    url: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
  })),
  truncated: z.boolean().describe("True when more exist than were read"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** The part of the API's workflow run that is read here. */
export interface ApiRun {
  id: number | bigint;
  name?: string | null;
  event: string;
  status: string | null;
  conclusion: string | null;
  run_attempt?: number;
  html_url: string;
  created_at: string;
  updated_at: string;
}

/** Turns the API's workflow run into ours. */
export function toRun(api: ApiRun): Run {
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
