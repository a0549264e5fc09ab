import * as z from "npm:zod@4.6.7";
import { readMethod } from "../actions/read_method.ts";
import { readWorkflowRun } from "../actions/workflow_run.ts";
import type { TriageAction } from "../outputs/triage_action.ts";

/** Writes one workflow run as a `triageAction` resource that changed nothing. */
export const getWorkflowRun = readMethod({
  description: "Read one workflow run",
  kind: "read",
  arguments: { runId: z.number().int().min(1).describe("Id of the run, as in its address") },
  resource: "triageAction",
  what: ({ repo, runId }) => `the workflow run ${runId} of ${repo}`,
  parts: ({ runId }) => ["run", String(runId)],
  async read(client, name, { repo, runId }): Promise<TriageAction> {
    const run = await readWorkflowRun(client, name, runId);
    return {
      action: "get_workflow_run",
      repo,
      number: null,
      runId,
      idempotencyKeyHash: null,
      argumentsDigest: null,
      stage: "done",
      outcome: "unchanged",
      reason: null,
      url: run.url,
      performedBy: null,
      headSha: null,
      runAttempt: null,
      run,
      at: new Date().toISOString(),
    };
  },
});
