import * as z from "npm:zod@4.6.7";
import type { Listed } from "../../platform/pages.ts";

/** Schema of one run of a workflow. */
export const workflowRunSchema = z.object({
  id: z.number().int(),
  /** The workflow's name. */
  workflow: z.string().nullable(),
  title: z.string(),
  /** What started it, for example `push`. */
  event: z.string(),
  branch: z.string().nullable(),
  sha: z.string(),
  /** For example `queued`, `in_progress` or `completed`. */
  status: z.string().nullable(),
  /** For example `success` or `failure`; null until completed. */
  conclusion: z.string().nullable(),
  attempt: z.number().int(),
  actor: z.string().nullable(),
  url: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** One run of a workflow. Times are ISO 8601. */
export type WorkflowRun = z.infer<typeof workflowRunSchema>;

/** Schema of the `workflow_runs` output. */
export const workflowRunListSchema = z.object({
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

/** The workflows of one repository and their latest runs. */
export type WorkflowRunList = z.infer<typeof workflowRunListSchema>;

/** Turns the API's workflow run into ours. */
export function toWorkflowRun(
  api: Listed<"GET /repos/{owner}/{repo}/actions/runs">,
): WorkflowRun {
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
