import type { Client } from "../../platform/client.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { toWorkflowRun, type WorkflowRun } from "../outputs/workflow_run.ts";

/** Reads one workflow run in its latest attempt. */
export async function readWorkflowRun(
  client: Client,
  name: RepositoryName,
  runId: number,
): Promise<WorkflowRun> {
  const route = "GET /repos/{owner}/{repo}/actions/runs/{run_id}";
  return toWorkflowRun((await client.request(route, { ...name, run_id: runId })).data);
}
