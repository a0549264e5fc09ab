import { type Call, json, paged, repositoryOf, type Routes } from "../call/mod.ts";
import { logOf } from "../git/mod.ts";
import { followHeads, pullSimple, shownOnce } from "../pull/mod.ts";
import type { Pull } from "../state/mod.ts";

/** Lists of pull requests. */
export const pullListRoutes: Routes = {
  "GET /repos/{owner}/{repo}/pulls": async (call) => {
    const { project } = await repositoryOf(call);
    await followHeads(call, project);
    const kept = call.state.pulls.of(project)
      .filter((pull) => !pull.issue.gone && isAsked(call, pull));
    return await pageOfPulls(call, sorted(call, kept));
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
  const shapes = shown.map((pull) => pullSimple(call, pull, seen));
  return json(await Promise.all(shapes), 200, page.headers);
}

/** Whether a request is among those that a call asks for. */
function isAsked({ url }: Call, pull: Pull): boolean {
  const state = url.searchParams.get("state") ?? "open";
  const head = url.searchParams.get("head");
  const base = url.searchParams.get("base");
  return (state === "all" || (state === "open") === pull.issue.open) &&
    // A head without its owner is not a filter at all, as on the platform.
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
function sorted({ url }: Call, list: readonly Pull[]): Pull[] {
  const sort = url.searchParams.get("sort") ?? "created";
  const direction = url.searchParams.get("direction") ?? (sort === "created" ? "desc" : "asc");
  const order = ORDERS[sort] ?? ORDERS.created!;
  const sign = direction === "desc" ? -1 : 1;
  return list.toSorted((a, b) => (order(a, b) || a.number - b.number) * sign);
}

const ORDERS: Readonly<Record<string, (a: Pull, b: Pull) => number>> = {
  created: () => 0,
  "long-running": () => 0,
  updated: ({ issue: a }, { issue: b }) =>
    a.updatedAt === b.updatedAt ? 0 : a.updatedAt < b.updatedAt ? -1 : 1,
  popularity: ({ issue: a }, { issue: b }) => a.comments - b.comments,
};

/** Whether a commit is one of a request's own. */
async function isIn({ project, baseSha, headSha }: Pull, sha: string): Promise<boolean> {
  const commits = await logOf(project.git, [`${baseSha}..${headSha}`]);
  return commits.some((commit) => commit.sha === sha);
}
