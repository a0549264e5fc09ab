import * as z from "npm:zod@4.6.7";
import { actingAccount } from "../actions/account.ts";
import { type ActionRequest, actOnRecord, KEY } from "../actions/journal.ts";
import { readWorkflowRun } from "../actions/workflow_run.ts";
import { actOnce } from "../actions/act_once.ts";
import type { WorkflowRun } from "../outputs/workflow_run.ts";
import type { MethodContext } from "../../platform/context.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { defineMethod } from "../../platform/method.ts";

/** Conclusions of a run that can be tried again. */
const RETRIED = ["failure", "cancelled", "timed_out"];

/**
 * Starts one new attempt of a failed run for each key. The intent holds the attempt that failed: a
 * higher one upstream means that it was done.
 */
export const retryWorkflowRun = defineMethod({
  description: "Rerun a failed workflow run, once per key",
  kind: "action",
  arguments: z.object({
    repo: z.string().min(3).describe("Repository as owner/name"),
    runId: z.number().int().min(1).describe("Id of the run, as in its address"),
    failedOnly: z.boolean().optional().describe("Only the failed jobs (default: true)"),
    idempotencyKey: KEY,
  }),
  async execute({ repo, runId, failedOnly = true, idempotencyKey }, context: MethodContext) {
    const name = parseRepositoryName(repo);
    const what = `retrying the workflow run ${runId} of ${repo}`;
    const request: ActionRequest = {
      action: "retry_workflow_run",
      name,
      runId,
      idempotencyKey,
      effect: { failedOnly },
    };
    return await actOnRecord(context, what, request, async (client, journal) => {
      const { before } = journal;
      const run = await readWorkflowRun(client, name, runId);
      const login = await actingAccount(client);
      const attempt = before?.stage === "intent" ? before.runAttempt ?? run.attempt : run.attempt;
      if (run.attempt === attempt) assertFailed(run);
      const { made, outcome } = await actOnce(journal, {
        what,
        intent: { performedBy: login, runAttempt: attempt, url: run.url, run },
        look: async () => {
          const now = await readWorkflowRun(client, name, runId);
          return now.attempt > attempt ? now : undefined;
        },
        write: async () => {
          const route = failedOnly
            ? "POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs" as const
            : "POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun" as const;
          await client.request(route, { ...name, run_id: runId }).catch(explained);
          return run;
        },
      });
      const now = outcome === "created" ? await readWorkflowRun(client, name, runId) : made;
      const done = { performedBy: login, runAttempt: attempt, url: now.url, run: now };
      return await journal.finish({ ...done, outcome });
    });
  },
});

/** @throws PlatformFailure `refused` when there is nothing to retry. */
function assertFailed({ status, conclusion, attempt }: WorkflowRun): void {
  if (status === "completed" && conclusion !== null && RETRIED.includes(conclusion)) return;
  throw new PlatformFailure("refused", {
    reason: status === "completed"
      ? `attempt ${attempt} ended with '${conclusion}', and only a run that failed, was cancelled or timed out is retried`
      : `attempt ${attempt} is '${status}'`,
    hint: status === "completed" ? "Check the run with get_workflow_run" : "Wait until it ends",
  });
}

/** The platform retries no run that is older than 30 days, which it says with a plain 403. */
function explained(error: unknown): never {
  const { status, response } = error as { status?: number; response?: { data?: unknown } };
  const { message = "" } = (response?.data ?? {}) as { message?: string };
  if (status !== 403 || !/over a month ago/i.test(message)) throw error;
  throw new PlatformFailure("forbidden", {
    status,
    reason: "refused, the run was started more than 30 days ago",
    hint: "Start the workflow again",
  });
}
