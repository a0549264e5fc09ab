import { type Call, paged, repositoryOf, type Routes } from "../call/mod.ts";
import { followHeads, pullSimple, shownOnce } from "../pull/mod.ts";
import type { Issue, Pull, State } from "../state/mod.ts";

/** Lists of pull requests. */
export const pullListRoutes: Routes = {
  "GET /repos/{owner}/{repo}/pulls": async (call) => {
    const { project } = repositoryOf(call);
    await followHeads(call, project);
    const kept = call.state.pulls.of(project)
      .filter((pull) => !pull.issue.gone && isAsked(call, pull));
    return pageOfPulls(call, sorted(call, kept));
  },
};

/** A page of requests. */
function pageOfPulls(call: Call, list: readonly Pull[]): Response {
  const see = shownOnce(call);
  return paged(call, list, (pull) => pullSimple(call, pull, see));
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
function sorted({ url, state }: Call, list: readonly Pull[]): Pull[] {
  const sort = url.searchParams.get("sort") ?? "created";
  const direction = url.searchParams.get("direction") ?? (sort === "created" ? "desc" : "asc");
  const order = ORDERS[sort] ?? (() => 0);
  const sign = direction === "desc" ? -1 : 1;
  return list.toSorted((a, b) => (order(a.issue, b.issue, state) || a.number - b.number) * sign);
}

const ORDERS: Readonly<Record<string, (a: Issue, b: Issue, state: State) => number>> = {
  updated: (a, b) => a.updatedAt === b.updatedAt ? 0 : a.updatedAt < b.updatedAt ? -1 : 1,
  popularity: (a, b, { comments }) => comments.of(a).length - comments.of(b).length,
};
