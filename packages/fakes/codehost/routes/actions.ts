import {
  apiOf,
  asked,
  type Call,
  json,
  notFound,
  pagedAs,
  pageOf,
  Refusal,
  repositoryOf,
  type Routes,
} from "../call/mod.ts";
import type { Project, Run, Workflow } from "../state/mod.ts";

/** For how long a run can be started again. */
const RETRIED_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/** Workflows, their runs, and further attempts of these. */
export const actionsRoutes: Routes = {
  "GET /repos/{owner}/{repo}/actions/workflows": (call) => {
    const { project, repository } = repositoryOf(call);
    const all = call.state.actions.workflows(repository.full_name);
    return pagedAs(call, "workflows", all, (one) => workflowShape(call, project, one));
  },

  "GET /repos/{owner}/{repo}/actions/runs": (call) => {
    const { project, repository } = repositoryOf(call);
    const all = call.state.actions.runs(repository.full_name).filter((run) =>
      (asked(call, "head_sha") ?? run.sha) === run.sha &&
      (asked(call, "branch") ?? run.branch) === run.branch &&
      (asked(call, "event") ?? run.event) === run.event
    );
    return pagedAs(call, "workflow_runs", all, (one) => runShape(call, project, one));
  },

  "GET /repos/{owner}/{repo}/actions/runs/{run_id}": (call) => {
    const { project, run } = runOf(call);
    return json(runShape(call, project, run));
  },

  "POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun": (call) => rerun(call),

  "POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs": (call) => rerun(call),
};

/** The run that a call is about. */
function runOf(call: Call): { project: Project; run: Run } {
  const { project, repository } = repositoryOf(call);
  const id = Number(call.params.run_id);
  const run = call.state.actions.runs(repository.full_name).find((one) => one.id === id);
  if (!run) throw notFound();
  return { project, run };
}

/** Another attempt, refused while one is under way and 30 days after the first. */
function rerun(call: Call): Response {
  const { run } = runOf(call);
  if (run.status !== "completed") throw new Refusal(403, "This workflow is already running");
  if (call.state.clock.now() - Date.parse(run.createdAt) > RETRIED_FOR_MS) {
    throw new Refusal(
      403,
      "Unable to retry this workflow run because it was created over a month ago",
    );
  }
  Object.assign(run, { attempt: run.attempt + 1, status: "queued", conclusion: null });
  return json({}, 201);
}

function workflowShape(call: Call, project: Project, { id, name, createdAt }: Workflow) {
  const path = `.github/workflows/${name.toLowerCase()}.yml`;
  return {
    ...{ id, name, path, state: "active", created_at: createdAt, updated_at: createdAt },
    url: `${apiOf(call, project)}/actions/workflows/${id}`,
    html_url: `${pageOf(call, project)}/blob/main/${path}`,
  };
}

function runShape(call: Call, project: Project, { id, workflow, createdAt, ...run }: Run) {
  const { repository } = repositoryOf(call);
  const parent = call.state.actions.workflows(repository.full_name)
    .map((one) => workflowShape(call, project, one)).find(({ name }) => name === workflow)!;
  return {
    ...{ id, name: workflow, display_title: run.title, path: parent.path },
    ...{ head_branch: run.branch, head_sha: run.sha, event: run.event },
    ...{ run_number: id, run_attempt: run.attempt },
    ...{ status: run.status, conclusion: run.conclusion },
    ...{ workflow_id: parent.id, workflow_url: parent.url },
    url: `${apiOf(call, project)}/actions/runs/${id}`,
    html_url: `${pageOf(call, project)}/actions/runs/${id}`,
    ...{ created_at: createdAt, updated_at: createdAt, run_started_at: createdAt },
    ...{ actor: repository.owner, triggering_actor: repository.owner },
    ...{ repository, head_repository: repository },
  };
}
