import {
  type Call,
  invalid,
  json,
  minimalRepository,
  notFound,
  paged,
  repositoryOf,
  type Routes,
} from "../call/mod.ts";
import { findCommit } from "../git/mod.ts";
import type { CheckRun, CombinedStatus, Project, Status } from "../state/mod.ts";

/** Check runs and commit statuses: made, changed over time, and read by commit or branch. */
export const checkRoutes: Routes = {
  "POST /repos/{owner}/{repo}/check-runs": async (call) => {
    const { project, repository } = await repositoryOf(call);
    const { name, head_sha: sha } = call.body as { name: string; head_sha: string };
    await commitOf(project, sha);
    const now = new Date(call.state.clock.now()).toISOString();
    const run = call.state.checks.addRun(project.id, {
      head_sha: sha,
      name,
      external_id: "",
      html_url: `${repository.html_url}/runs/${sha}`,
      details_url: null,
      status: "queued",
      conclusion: null,
      started_at: now,
      completed_at: null,
      check_suite: { id: 1 },
      app: null,
      pull_requests: [],
      ...changeIn(call, now),
    });
    return json(run, 201);
  },

  "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}": async (call) => {
    const { project } = await repositoryOf(call);
    const id = Number(call.params.check_run_id);
    const change = changeIn(call, new Date(call.state.clock.now()).toISOString());
    const run = call.state.checks.changeRun(project.id, id, change);
    if (!run) throw notFound();
    return json(run);
  },

  "GET /repos/{owner}/{repo}/commits/{ref}/check-runs": async (call) => {
    const { project } = await repositoryOf(call);
    const query = call.url.searchParams;
    const sha = await commitOf(project, call.params.ref!);
    const all = call.state.checks.runsOf(project.id, sha).filter((run) =>
      (query.get("check_name") ?? run.name) === run.name &&
      (query.get("status") ?? run.status) === run.status
    );
    const shown = query.get("filter") === "all" ? all : latestOfEachName(all);
    return paged(call, shown, (check_runs, total_count) => ({ total_count, check_runs }));
  },

  "POST /repos/{owner}/{repo}/statuses/{sha}": async (call) => {
    const { project, repository } = await repositoryOf(call);
    const { state, context = "default", description = null, target_url = null } = call
      .body as unknown as Pick<Status, "state"> & Partial<Status>;
    const sha = await commitOf(project, call.params.sha!);
    const now = new Date(call.state.clock.now()).toISOString();
    const status = call.state.checks.addStatus(project.id, sha, {
      state,
      context,
      description,
      target_url,
      created_at: now,
      updated_at: now,
      creator: repository.owner,
    });
    return json(status, 201);
  },

  "GET /repos/{owner}/{repo}/commits/{ref}/statuses": async (call) => {
    const { project } = await repositoryOf(call);
    const sha = await commitOf(project, call.params.ref!);
    return paged(call, call.state.checks.everyStatusOf(project.id, sha));
  },

  "GET /repos/{owner}/{repo}/commits/{ref}/status": async (call) => {
    const { project, repository } = await repositoryOf(call);
    const sha = await commitOf(project, call.params.ref!);
    const all = call.state.checks.statusesOf(project.id, sha);
    return paged(call, all, (slice, total_count): CombinedStatus => ({
      state: combined(all),
      statuses: slice.map(({ creator: _, ...status }) => status),
      sha,
      total_count,
      repository: minimalRepository(repository),
      commit_url: `${repository.url}/commits/${sha}`,
      url: `${repository.url}/commits/${sha}/status`,
    }));
  },
};

/** What a request says of a run. A conclusion completes it, as the platform's manual says. */
function changeIn({ body }: Call, now: string): Partial<CheckRun> {
  const { name, status, conclusion, details_url } = body as Partial<CheckRun>;
  const ended = conclusion
    ? { conclusion, status: "completed" as const, completed_at: now }
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

/** The newest run of each name, newest first. */
function latestOfEachName(runs: readonly CheckRun[]): CheckRun[] {
  return [...Map.groupBy(runs, ({ name }) => name).values()].map((ofName) => ofName[0]!);
}

/** As the manual of the platform says: failure, pending without any or with a pending one, success. */
function combined(statuses: readonly Status[]): string {
  if (statuses.some(({ state }) => state === "failure" || state === "error")) return "failure";
  return statuses.length === 0 || statuses.some(({ state }) => state === "pending")
    ? "pending"
    : "success";
}
