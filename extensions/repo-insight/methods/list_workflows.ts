import { readMethod } from "../actions/read_method.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import { toWorkflowRun, type WorkflowRunList } from "../outputs/workflow_run.ts";

/** Writes the workflows of one repository and their runs, newest first, as a `workflow_runs` resource. */
export const listWorkflows = readMethod({
  description: "List the workflows of one repository and their latest runs",
  kind: "list",
  arguments: {},
  resource: "workflow_runs",
  what: ({ repo }) => `the workflow runs of ${repo}`,
  async read(client, name, { repo }): Promise<WorkflowRunList> {
    const page = { ...name, per_page: PER_PAGE };
    const workflows = await collect(
      client.pages("GET /repos/{owner}/{repo}/actions/workflows", page),
      ({ id, name, path, state }) => ({ id, name, path, state: String(state) }),
    );
    const runs = await collect(
      client.pages("GET /repos/{owner}/{repo}/actions/runs", page),
      toWorkflowRun,
    );
    return {
      repo,
      workflows: workflows.items,
      runs: runs.items,
      truncated: workflows.truncated || runs.truncated,
      fetchedAt: new Date().toISOString(),
    };
  },
});
