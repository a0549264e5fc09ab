import * as z from "npm:zod@4.6.7";
import { openClient } from "./client.ts";
import { readWorkflowRun } from "../actions/workflow_run.ts";
import type { TriageAction } from "../outputs/triage_action.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { ask } from "../../platform/failure.ts";
import { instanceName } from "../../platform/names.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";

/** Schema of {@link GetWorkflowRunArguments}. */
export const getWorkflowRunArguments = z.object({
  repo: z.string().min(3).describe("Repository as owner/name"),
  runId: z.number().int().min(1).describe("Id of the run, as in its address"),
});

/** What is asked for. */
export type GetWorkflowRunArguments = z.infer<typeof getWorkflowRunArguments>;

/** Writes one workflow run as a `triageAction` resource that changed nothing. */
export async function getWorkflowRun(
  { repo, runId }: GetWorkflowRunArguments,
  context: MethodContext,
): Promise<MethodResult> {
  const name = parseRepositoryName(repo);
  const client = await openClient(context);
  return await ask(`the workflow run ${runId} of ${repo}`, async () => {
    const run = await readWorkflowRun(client, name, runId);
    const data: TriageAction = {
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
    const resource = instanceName("triageAction", name, "run", String(runId));
    return { dataHandles: [await context.writeResource("triageAction", resource, data)] };
  });
}
