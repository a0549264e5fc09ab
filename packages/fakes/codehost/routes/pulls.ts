import {
  type Call,
  empty,
  invalid,
  json,
  notFound,
  paged,
  Refusal,
  repositoryOf,
  type Routes,
  writableOf,
} from "../call/mod.ts";
import { changesBetween, diffText, findRef, logOf, mergeBase } from "../git/mod.ts";
import {
  followHeads,
  type Issue,
  issuesOf,
  mergePull,
  type MergeWish,
  openPull,
  pullFull,
  pullOf,
  pullSimple,
  updateHead,
} from "../pull/mod.ts";
import { apiOf, files } from "../shape/mod.ts";
import type { Pull } from "../state/mod.ts";
import { pageOfCommits, text } from "./commits.ts";

/** The most that lists of a request's files and commits show. */
const MOST_FILES = 3000;
const MOST_COMMITS = 250;

/** Pull requests. */
export const pullRoutes: Routes = {
  "GET /repos/{owner}/{repo}/pulls": list,

  "POST /repos/{owner}/{repo}/pulls": async (call) => {
    const opened = await openPull(call);
    if (opened instanceof Response) return opened;
    const full = await pullFull(call, opened.pull, opened.issue);
    return json(full, 201, { location: full.url });
  },

  "GET /repos/{owner}/{repo}/pulls/{pull_number}": async (call) => {
    const { pull, issue } = await pullOf(call);
    if (/\.(diff|patch)\b/.test(call.headers.get("accept") ?? "")) {
      return text(await diffText(pull.project.git, await forkPoint(pull), pull.headSha), "diff");
    }
    return json(await pullFull(call, pull, issue));
  },

  "PATCH /repos/{owner}/{repo}/pulls/{pull_number}": async (call) => {
    await writableOrOwn(call);
    const { pull } = await pullOf(call);
    await change(call, pull);
    const { issue } = await pullOf(call);
    return json(await pullFull(call, pull, issue));
  },

  "GET /repos/{owner}/{repo}/pulls/{pull_number}/files": async (call) => {
    const { pull } = await pullOf(call);
    const changes = await changesBetween(pull.project.git, await forkPoint(pull), pull.headSha);
    return paged(
      call,
      changes.slice(0, MOST_FILES),
      (slice) => files(call, pull.project, pull.headSha, slice),
    );
  },

  "GET /repos/{owner}/{repo}/pulls/{pull_number}/commits": async (call) => {
    const { pull } = await pullOf(call);
    const range = `${pull.baseSha}..${pull.headSha}`;
    const commits = await logOf(pull.project.git, ["--reverse", "--topo-order", range]);
    return await pageOfCommits(call, pull.project, commits.slice(0, MOST_COMMITS));
  },

  "GET /repos/{owner}/{repo}/pulls/{pull_number}/merge": async (call) => {
    const { pull } = await pullOf(call);
    if (!pull.merged) throw notFound();
    return empty();
  },

  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/update-branch": async (call) => {
    await writableOf(call);
    const { pull } = await pullOf(call);
    await updateHead(call, pull, call.body.expected_head_sha as string | undefined);
    const url = `${apiOf(call, pull.project)}/pulls/${pull.number}`;
    return json({ message: "Updating pull request branch.", url }, 202);
  },

  "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls": async (call) => {
    const { project } = await repositoryOf(call);
    await followHeads(call, project);
    const issues = await issuesOf(call, project);
    const sha = call.params.commit_sha!;
    const found: Pull[] = [];
    for (const pull of call.state.pulls.of(project)) {
      if (pull.merged?.sha === sha || await isIn(pull, sha)) found.push(pull);
    }
    const shapes = found.map((pull) => pullSimple(call, pull, issues.get(pull.number)!));
    return paged(call, await Promise.all(shapes));
  },

  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge": async (call) => {
    const { repository } = await writableOf(call);
    const { pull, issue } = await pullOf(call);
    const sha = await mergePull(call, pull, issue, repository, call.body as MergeWish);
    return json({ sha, merged: true, message: "Pull Request successfully merged" });
  },
};

/** Whether a commit is one of a request's own. */
async function isIn({ project, baseSha, headSha }: Pull, sha: string): Promise<boolean> {
  const commits = await logOf(project.git, [`${baseSha}..${headSha}`]);
  return commits.some((commit) => commit.sha === sha);
}

/** Where a request's commits begin. */
const forkPoint = async ({ project, baseSha, headSha }: Pull): Promise<string> =>
  await mergeBase(project.git, baseSha, headSha) ?? baseSha;

async function list(call: Call): Promise<Response> {
  const { project } = await repositoryOf(call);
  await followHeads(call, project);
  const asked = call.url.searchParams;
  const state = asked.get("state") ?? "open";
  const head = asked.get("head");
  const base = asked.get("base");
  const issues = await issuesOf(call, project);
  const kept = call.state.pulls.of(project).filter((pull) =>
    (state === "all" || (state === "open") === pull.open) &&
    // A head without its owner is no filter at all, as on the platform.
    (!head?.includes(":") || isHead(pull, head)) &&
    (base === null || pull.baseRef === base)
  );
  const sort = asked.get("sort") ?? "created";
  const direction = asked.get("direction") ?? (sort === "created" ? "desc" : "asc");
  const descending = direction === "desc";
  const sorted = kept.toSorted((a, b) => compare(sort, issues, a, b) * (descending ? -1 : 1));
  let shown: readonly Pull[] = [];
  const page = paged(call, sorted, (slice) => shown = slice);
  const shapes = shown.map((pull) => pullSimple(call, pull, issues.get(pull.number)!));
  return json(await Promise.all(shapes), 200, page.headers);
}

/** Whether a request comes from `owner:branch`; logins are the same in capitals. */
function isHead({ sourceOwner, headRef }: Pull, head: string): boolean {
  const at = head.indexOf(":");
  return headRef === head.slice(at + 1) &&
    sourceOwner.toLowerCase() === head.slice(0, at).toLowerCase();
}

function compare(sort: string, issues: Map<number, Issue>, a: Pull, b: Pull): number {
  const of = (pull: Pull) => issues.get(pull.number)!;
  const updated = (pull: Pull) =>
    of(pull).updated_at > pull.pushedAt ? of(pull).updated_at : pull.pushedAt;
  if (sort === "updated") {
    return updated(a).localeCompare(updated(b)) || a.number - b.number;
  }
  if (sort === "popularity") return of(a).comments - of(b).comments || a.number - b.number;
  return a.number - b.number;
}

/** Authors may change their own request. */
async function writableOrOwn(call: Call): Promise<void> {
  const { pull } = await pullOf(call);
  if (call.login === null) throw new Refusal(401, "Requires authentication");
  if (pull.author !== call.login) await writableOf(call);
}

async function change(call: Call, pull: Pull): Promise<void> {
  const { title, body, state, base, maintainer_can_modify: maintainers } = call.body as {
    title?: string;
    body?: string | null;
    state?: "open" | "closed";
    base?: string;
    maintainer_can_modify?: boolean;
  };
  if (state === "open" && pull.merged) {
    throw invalid([{ resource: "PullRequest", field: "state", code: "invalid" }]);
  }
  if (base !== undefined && base !== pull.baseRef) {
    const found = await findRef(pull.project.git, `refs/heads/${base}`);
    if (!found) throw invalid([{ resource: "PullRequest", field: "base", code: "invalid" }]);
    Object.assign(pull, { baseRef: base, baseSha: found.sha });
  }
  if (maintainers !== undefined) pull.maintainerCanModify = maintainers;
  if (state !== undefined) pull.open = state === "open";
  const { owner, name } = pull.project;
  const changed = Object.fromEntries(
    Object.entries({ title, body, state }).filter(([, value]) => value !== undefined),
  );
  await call.emulated("PATCH", `/repos/${owner}/${name}/issues/${pull.number}`, changed);
}
