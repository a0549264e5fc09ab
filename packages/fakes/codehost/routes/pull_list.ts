import { type Call, json, paged, repositoryOf, type Routes } from "../call/mod.ts";
import { logOf } from "../git/mod.ts";
import { followHeads, type Issue, issueOf, issuesOf, pullSimple, shownOnce } from "../pull/mod.ts";
import type { Pull } from "../state/mod.ts";

/** Lists of pull requests. */
export const pullListRoutes: Routes = {
  "GET /repos/{owner}/{repo}/pulls": async (call) => {
    const { project } = await repositoryOf(call);
    await followHeads(call, project);
    const kept = call.state.pulls.of(project).filter((pull) => isAsked(call, pull));
    return await pageOfPulls(call, await sorted(call, kept));
  },

  "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls": async (call) => {
    const { project } = await repositoryOf(call);
    await followHeads(call, project);
    const sha = call.params.commit_sha!;
    const found: Pull[] = [];
    for (const pull of call.state.pulls.of(project)) {
      if (pull.merged?.sha === sha || await isIn(pull, sha)) found.push(pull);
    }
    return await pageOfPulls(call, found);
  },
};

/** A page of requests; issues and repositories are looked up for what is shown only. */
async function pageOfPulls(call: Call, list: readonly Pull[]): Promise<Response> {
  let shown: readonly Pull[] = [];
  const page = paged(call, list, (slice) => shown = slice);
  const seen = shownOnce(call);
  const shapes = shown.map(async (pull) =>
    await pullSimple(call, pull, await issueOf(call, pull), seen)
  );
  return json(await Promise.all(shapes), 200, page.headers);
}

/** Whether a request is among those that a call asks for. */
function isAsked({ url }: Call, pull: Pull): boolean {
  const state = url.searchParams.get("state") ?? "open";
  const head = url.searchParams.get("head");
  const base = url.searchParams.get("base");
  return (state === "all" || (state === "open") === pull.open) &&
    // A head without its owner is no filter at all, as on the platform.
    (!head?.includes(":") || isHead(pull, head)) &&
    (base === null || pull.baseRef === base);
}

/** Whether a request comes from `owner:branch`; logins are the same in capitals. */
function isHead({ sourceOwner, headRef }: Pull, head: string): boolean {
  const at = head.indexOf(":");
  return headRef === head.slice(at + 1) &&
    sourceOwner.toLowerCase() === head.slice(0, at).toLowerCase();
}

/** Newest first, unless asked otherwise; other orders begin with the smallest. */
async function sorted(call: Call, list: readonly Pull[]): Promise<Pull[]> {
  const sort = call.url.searchParams.get("sort") ?? "created";
  const direction = call.url.searchParams.get("direction") ?? (sort === "created" ? "desc" : "asc");
  const project = list[0]?.project;
  const issues = sort === "created" || !project ? new Map() : await issuesOf(call, project);
  const order = ORDERS[sort] ?? ORDERS.created!;
  const sign = direction === "desc" ? -1 : 1;
  return list.toSorted((a, b) => {
    const first = order([a, issues.get(a.number)!], [b, issues.get(b.number)!]);
    return (first || a.number - b.number) * sign;
  });
}

type Order = (a: [Pull, Issue], b: [Pull, Issue]) => number;

const ORDERS: Readonly<Record<string, Order>> = {
  created: () => 0,
  "long-running": () => 0,
  updated: (a, b) => updated(a).localeCompare(updated(b)),
  popularity: ([, a], [, b]) => a.comments - b.comments,
};

const updated = ([pull, issue]: [Pull, Issue]): string =>
  issue.updated_at > pull.pushedAt ? issue.updated_at : pull.pushedAt;

/** Whether a commit is one of a request's own. */
async function isIn({ project, baseSha, headSha }: Pull, sha: string): Promise<boolean> {
  const commits = await logOf(project.git, [`${baseSha}..${headSha}`]);
  return commits.some((commit) => commit.sha === sha);
}
