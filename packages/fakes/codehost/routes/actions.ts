import {
  type Call,
  json,
  minimalRepository,
  notFound,
  paged,
  Refusal,
  repositoryOf,
  type Routes,
} from "../call/mod.ts";
import type { WorkflowRun } from "../state/mod.ts";

/** For how long a run can be started again. */
const RETRIED_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/** Workflows, their runs, and further attempts of these. */
export const actionsRoutes: Routes = {
  "GET /repos/{owner}/{repo}/actions/workflows": async (call) => {
    const { repository } = await repositoryOf(call);
    const all = call.state.actions.workflows(repository.full_name);
    return paged(call, all, (workflows, total_count) => ({ total_count, workflows }));
  },

  "GET /repos/{owner}/{repo}/actions/runs": async (call) => {
    const { repository } = await repositoryOf(call);
    const query = call.url.searchParams;
    const all = call.state.actions.runs(minimalRepository(repository)).filter((run) =>
      (query.get("head_sha") ?? run.head_sha) === run.head_sha &&
      (query.get("branch") ?? run.head_branch) === run.head_branch &&
      (query.get("event") ?? run.event) === run.event
    );
    return paged(call, all, (workflow_runs, total_count) => ({ total_count, workflow_runs }));
  },

  "GET /repos/{owner}/{repo}/actions/runs/{run_id}": async (call) => json(await runOf(call)),

  "POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun": (call) => rerun(call),

  "POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs": (call) => rerun(call),
};

/** The run that a call is about. */
async function runOf(call: Call): Promise<WorkflowRun> {
  const { repository } = await repositoryOf(call);
  const id = Number(call.params.run_id);
  const run = call.state.actions.runs(minimalRepository(repository)).find((one) => one.id === id);
  if (!run) throw notFound();
  return run;
}

/** Another attempt, refused while one is under way and 30 days after the first. */
async function rerun(call: Call): Promise<Response> {
  const run = await runOf(call);
  if (run.status !== "completed") throw new Refusal(403, "This workflow is already running");
  if (call.state.clock.now() - Date.parse(run.created_at) > RETRIED_FOR_MS) {
    throw new Refusal(
      403,
      "Unable to retry this workflow run because it was created over a month ago",
    );
  }
  call.state.actions.rerun(run.repository.full_name, Number(run.id));
  return json({}, 201);
}
