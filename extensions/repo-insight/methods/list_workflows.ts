import { openClient } from "./client.ts";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { storedDocument } from "../../platform/stored_text.ts";
import { ask } from "../../platform/failure.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import { instanceName } from "../../platform/names.ts";
import { parseRepositoryName } from "../../platform/repository_name.ts";
import { toWorkflowRun, type WorkflowRunList } from "../outputs/workflow_run.ts";

/** Writes the workflows of one repository and their runs, newest first, as a `workflow_runs` resource. */
export async function listWorkflows(repo: string, context: MethodContext): Promise<MethodResult> {
  const name = parseRepositoryName(repo);
  const client = await openClient(context);
  const page = { ...name, per_page: PER_PAGE };
  return await ask(`the workflow runs of ${repo}`, async () => {
    const workflows = await collect(
      client.pages("GET /repos/{owner}/{repo}/actions/workflows", page),
      ({ id, name, path, state }) => ({ id, name, path, state: String(state) }),
    );
    const runs = await collect(
      client.pages("GET /repos/{owner}/{repo}/actions/runs", page),
      toWorkflowRun,
    );
    const data: WorkflowRunList = {
      repo,
      workflows: workflows.items,
      runs: runs.items,
      truncated: workflows.truncated || runs.truncated,
      fetchedAt: new Date().toISOString(),
    };
    const resource = instanceName("workflow_runs", name);
    return {
      dataHandles: [await context.writeResource("workflow_runs", resource, storedDocument(data))],
    };
  });
}
