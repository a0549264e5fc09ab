import {
  type Call,
  invalid,
  json,
  notFound,
  pagedIn,
  repositoryOf,
  type Routes,
} from "../call/mod.ts";
import { findCommit } from "../git/mod.ts";
import { timeOf } from "../issue/mod.ts";
import { apiOf, pageOf } from "../shape/mod.ts";
import type { CheckRun, Project, Status } from "../state/mod.ts";

/** Check runs and commit statuses: made, changed over time, and read by commit or branch. */
export const checkRoutes: Routes = {
  "POST /repos/{owner}/{repo}/check-runs": async (call) => {
    const { project } = repositoryOf(call);
    const { name, head_sha } = call.body as { name: string; head_sha: string };
    await commitOf(project, head_sha);
    const run = call.state.checks.runs.add({
      ...{ project, name, head_sha, details_url: null },
      ...{ status: "queued", conclusion: null, started_at: timeOf(call), completed_at: null },
      ...changeIn(call),
    });
    return json(runShape(call, run), 201);
  },

  "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}": (call) => {
    const { project } = repositoryOf(call);
    const id = Number(call.params.check_run_id);
    const run = call.state.checks.runs.of(project).find((one) => one.id === id);
    if (!run) throw notFound();
    return json(runShape(call, Object.assign(run, changeIn(call))));
  },

  "GET /repos/{owner}/{repo}/commits/{ref}/check-runs": async (call) => {
    const { project } = repositoryOf(call);
    const query = call.url.searchParams;
    const sha = await commitOf(project, call.params.ref!);
    const all = call.state.checks.runsOf(project, sha).filter((run) =>
      (query.get("check_name") ?? run.name) === run.name &&
      (query.get("status") ?? run.status) === run.status
    );
    const latest = [...Map.groupBy(all, ({ name }) => name).values()].map((ofName) => ofName[0]!);
    return pagedIn(call, query.get("filter") === "all" ? all : latest, (slice, total_count) => ({
      total_count,
      check_runs: slice.map((run) => runShape(call, run)),
    }));
  },

  "POST /repos/{owner}/{repo}/statuses/{sha}": async (call) => {
    const { project } = repositoryOf(call);
    const { state, context = "default", description = null, target_url = null } = call
      .body as unknown as Pick<Status, "state"> & Partial<Status>;
    const sha = await commitOf(project, call.params.sha!);
    const said = { state, context, description, target_url, created_at: timeOf(call) };
    return json(statusShape(call, call.state.checks.statuses.add({ project, sha, ...said })), 201);
  },

  "GET /repos/{owner}/{repo}/commits/{ref}/status": async (call) => {
    const { project, repository } = repositoryOf(call);
    const sha = await commitOf(project, call.params.ref!);
    const all = call.state.checks.statusesOf(project, sha);
    return pagedIn(call, all, (slice, total_count) => ({
      state: combined(all),
      statuses: slice.map((status) => {
        const { creator: _, ...shown } = statusShape(call, status);
        return shown;
      }),
      sha,
      total_count,
      repository,
      commit_url: `${repository.url}/commits/${sha}`,
      url: `${repository.url}/commits/${sha}/status`,
    }));
  },
};

function runShape(call: Call, { project, ...run }: CheckRun) {
  const url = `${call.state.base}/repositories/${project.id}/check-runs/${run.id}`;
  const page = `${pageOf(call, project)}/runs/${run.head_sha}`;
  return { ...run, url, html_url: page, external_id: "", check_suite: { id: 1 }, app: null };
}

const statusShape = (call: Call, { project, sha, ...status }: Status) => ({
  ...status,
  url: `${apiOf(call, project)}/statuses/${sha}`,
  updated_at: status.created_at,
  creator: repositoryOf(call).repository.owner,
});

/** What a request says of a run. A conclusion completes it, as the platform's manual says. */
function changeIn(call: Call): Partial<CheckRun> {
  const { name, status, conclusion, details_url } = call.body as Partial<CheckRun>;
  const ended = conclusion
    ? { conclusion, status: "completed" as const, completed_at: timeOf(call) }
    : status === "queued" || status === "in_progress"
    ? { status, conclusion: null, completed_at: null }
    : {};
  return { ...name && { name }, ...details_url && { details_url }, ...ended };
}

/** The commit that a full id, a branch or a tag names. */
async function commitOf({ git }: Project, ref: string): Promise<string> {
  if (/^[0-9a-f]{40}$/.test(ref)) return ref;
  const commit = await findCommit(git, `refs/heads/${ref}`) ?? await findCommit(git, ref);
  if (!commit) throw invalid([], `No commit found for SHA: ${ref}`);
  return commit.sha;
}

/** As the manual of the platform says: failure, pending without any or with a pending one, success. */
function combined(statuses: readonly Status[]): string {
  if (statuses.some(({ state }) => state === "failure" || state === "error")) return "failure";
  return statuses.length === 0 || statuses.some(({ state }) => state === "pending")
    ? "pending"
    : "success";
}
