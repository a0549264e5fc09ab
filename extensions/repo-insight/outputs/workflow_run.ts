import * as z from "npm:zod@4.6.7";

/** One run of a workflow. Times are ISO 8601. */
export interface WorkflowRun {
  id: number;
  /** The workflow's name. */
  workflow: string | null;
  title: string;
  /** What started it, for example `push`. */
  event: string;
  branch: string | null;
  sha: string;
  /** For example `queued`, `in_progress` or `completed`. */
  status: string | null;
  /** For example `success` or `failure`; null until completed. */
  conclusion: string | null;
  attempt: number;
  actor: string | null;
  url: string;
  createdAt: string;
  updatedAt: string;
}

/** The workflows of one repository and their latest runs. */
export interface WorkflowRunList {
  repo: string;
  workflows: { id: number; name: string; path: string; state: string }[];
  runs: WorkflowRun[];
  /** True when more workflows or runs exist than were read. */
  truncated: boolean;
  /** When this was read. */
  fetchedAt: string;
}

/** Schema of one run of a workflow. */
export const workflowRunSchema: z.ZodType<WorkflowRun> = z.object({
  id: z.number().int(),
  workflow: z.string().nullable(),
  title: z.string(),
  event: z.string(),
  branch: z.string().nullable(),
  sha: z.string(),
  status: z.string().nullable(),
  conclusion: z.string().nullable(),
  attempt: z.number().int(),
  actor: z.string().nullable(),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Schema of the `workflow_runs` output. */
export const workflowRunListSchema: z.ZodType<WorkflowRunList> = z.object({
  repo: z.string().describe("owner/name"),
  workflows: z.array(z.object({
    id: z.number().int(),
    name: z.string(),
    path: z.string(),
    state: z.string(),
  })),
  runs: z.array(workflowRunSchema),
  truncated: z.boolean().describe("True when more exist than were read"),
  fetchedAt: z.string().describe("ISO 8601"),
});

/** The part of the API's workflow run that is read here. */
export interface ApiWorkflowRun {
  id: number | bigint;
  name?: string | null;
  display_title: string;
  event: string;
  head_branch: string | null;
  head_sha: string;
  status: string | null;
  conclusion: string | null;
  run_attempt?: number;
  actor?: { login: string };
  html_url: string;
  created_at: string;
  updated_at: string;
}

/** Turns the API's workflow run into ours. */
export function toWorkflowRun(api: ApiWorkflowRun): WorkflowRun {
  return {
    id: Number(api.id),
    workflow: api.name ?? null,
    title: api.display_title,
    event: api.event,
    branch: api.head_branch,
    sha: api.head_sha,
    status: api.status,
    conclusion: api.conclusion,
    attempt: api.run_attempt ?? 1,
    actor: api.actor?.login ?? null,
    url: api.html_url,
    createdAt: api.created_at,
    updatedAt: api.updated_at,
  };
}
