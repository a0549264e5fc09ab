import {
  apiOf,
  asked,
  type Call,
  invalid,
  json,
  notFound,
  pagedAs,
  pageOf,
  repositoryOf,
  type Routes,
  timeOf,
} from "../call/mod.ts";
import { commitNamed } from "../git/mod.ts";
import { type CheckRun, latestOf, type Project, reportsOf, type Status } from "../state/mod.ts";

/** Check runs and commit statuses: made, changed over time, and read by commit or branch. */
export const checkRoutes: Routes = {
  "POST /repos/{owner}/{repo}/check-runs": async (call) => {
    const { project } = repositoryOf(call);
    const { name, head_sha } = call.body as { name: string; head_sha: string };
    await commitOf(project, head_sha);
    const run = call.state.checkRuns.add({
      ...{ project, name, head_sha, details_url: null },
      ...{ status: "queued", conclusion: null, started_at: timeOf(call), completed_at: null },
      ...changeIn(call),
    });
    return json(runShape(call, run), 201);
  },

  "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}": (call) => {
    const { project } = repositoryOf(call);
    const run = call.state.checkRuns.find(project, Number(call.params.check_run_id));
    if (!run) throw notFound();
    return json(runShape(call, Object.assign(run, changeIn(call))));
  },

  "GET /repos/{owner}/{repo}/commits/{ref}/check-runs": async (call) => {
    const { project } = repositoryOf(call);
    const sha = await commitOf(project, call.params.ref!);
    const all = reportsOf(call.state.checkRuns, project, sha).filter((run) =>
      (asked(call, "check_name") ?? run.name) === run.name &&
      (asked(call, "status") ?? run.status) === run.status
    );
    const shown = asked(call, "filter") === "all" ? all : latestOf(all, ({ name }) => name);
    return pagedAs(call, "check_runs", shown, (run) => runShape(call, run));
  },

  "POST /repos/{owner}/{repo}/statuses/{sha}": async (call) => {
    const { project } = repositoryOf(call);
    const { state, context = "default", description = null, target_url = null } = call
      .body as unknown as Pick<Status, "state"> & Partial<Status>;
    const head_sha = await commitOf(project, call.params.sha!);
    const said = { state, context, description, target_url, createdAt: timeOf(call) };
    return json(statusShape(call, call.state.statuses.add({ project, head_sha, ...said })), 201);
  },

  "GET /repos/{owner}/{repo}/commits/{ref}/status": async (call) => {
    const { project, repository } = repositoryOf(call);
    const sha = await commitOf(project, call.params.ref!);
    const every = reportsOf(call.state.statuses, project, sha);
    const all = latestOf(every, ({ context }) => context.toLowerCase());
    const shown = all.map((status) => {
      const { creator: _, ...rest } = statusShape(call, status);
      return rest;
    });
    const url = `${repository.url}/commits/${sha}`;
    const more = { sha, state: combined(all), repository, commit_url: url, url: `${url}/status` };
    return pagedAs(call, "statuses", shown, undefined, more);
  },
};

function runShape(call: Call, { project, updatedAt: _, createdAt: __, ...run }: CheckRun) {
  const url = `${call.state.base}/repositories/${project.id}/check-runs/${run.id}`;
  const page = `${pageOf(call, project)}/runs/${run.head_sha}`;
  return { ...run, url, html_url: page, external_id: "", check_suite: { id: 1 }, app: null };
}

const statusShape = (
  call: Call,
  { project, head_sha, createdAt, updatedAt, ...status }: Status,
) => ({
  ...status,
  ...{ created_at: createdAt, updated_at: updatedAt },
  url: `${apiOf(call, project)}/statuses/${head_sha}`,
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
  const commit = await commitNamed(git, ref);
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
