import {
  asked,
  type Call,
  invalid,
  json,
  loggedIn,
  notFound,
  paged,
  repositoryOf,
  type Routes,
  timeOf,
  userOf,
  writableOf,
} from "../call/mod.ts";
import { changesBetween, diffText, findRef, mergeBase } from "../git/mod.ts";
import { happen, setOpen, setWords, touch } from "../issue/mod.ts";
import {
  followHeads,
  mergePull,
  type MergeWish,
  openPull,
  pullFull,
  pullOf,
  pullSimple,
  reviewShape,
  shownOnce,
} from "../pull/mod.ts";
import { fileShape } from "../shape/commit.ts";
import type { Issue, Pull, State } from "../state/mod.ts";
import { textAnswer, wantsDiff } from "./commits.ts";

/** The most that a list of a request's files shows. */
const MOST_FILES = 3000;

/** What each way to submit a review makes of it; without one it stays a draft. */
const STATES = {
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED",
} as const;

/** Pull requests, their reviews, and who is asked for one. There are no teams here. */
export const pullRoutes: Routes = {
  "GET /repos/{owner}/{repo}/pulls": async (call) => {
    const { project } = repositoryOf(call);
    await followHeads(call, project);
    const kept = call.state.issues.pulls(project)
      .filter((pull) => !pull.issue.gone && isAsked(call, pull));
    const see = shownOnce(call);
    return paged(call, sorted(call, kept), (pull) => pullSimple(call, pull, see));
  },

  "POST /repos/{owner}/{repo}/pulls": async (call) => {
    const full = await pullFull(call, await openPull(call));
    return json(full, 201, { location: full.url });
  },

  "GET /repos/{owner}/{repo}/pulls/{pull_number}": async (call) => {
    const { pull } = await pullOf(call);
    if (!wantsDiff(call)) return json(await pullFull(call, pull));
    return textAnswer(
      await diffText(pull.project.git, await forkPoint(pull), pull.headSha),
      "diff",
    );
  },

  "PATCH /repos/{owner}/{repo}/pulls/{pull_number}": async (call) => {
    const { pull } = await pullOf(call);
    // Authors may change their own request.
    if (pull.author !== loggedIn(call)) writableOf(call);
    await change(call, pull);
    return json(await pullFull(call, pull));
  },

  "GET /repos/{owner}/{repo}/pulls/{pull_number}/files": async (call) => {
    const { pull: { project, headSha }, pull } = await pullOf(call);
    const changes = await changesBetween(project.git, await forkPoint(pull), headSha);
    const shown = changes.slice(0, MOST_FILES);
    return paged(call, shown, (one) => fileShape(call, project, headSha, one));
  },

  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge": async (call) => {
    const { repository } = writableOf(call);
    const { pull } = await pullOf(call);
    const sha = await mergePull(call, pull, repository, call.body as MergeWish);
    return json({ sha, merged: true, message: "Pull Request successfully merged" });
  },

  "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews": async (call) => {
    const { pull } = await pullOf(call);
    const reviews = call.state.reviews.of(pull)
      .filter((review) => review.state !== "PENDING" || review.author === call.login);
    return paged(call, reviews, (review) => reviewShape(call, pull, review));
  },

  "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews": async (call) => {
    const { pull } = await pullOf(call);
    const { event, body = "", commit_id: commit = pull.headSha, comments = [] } = call.body as {
      event?: keyof typeof STATES;
      body?: string;
      commit_id?: string;
      comments?: { path: string; body: string; line?: number }[];
    };
    const author = call.login;
    if (author === null) throw notFound();
    if (pull.author === author && event !== undefined && event !== "COMMENT") {
      throw invalid([], "Can not approve or request changes on your own pull request");
    }
    const createdAt = timeOf(call);
    const [state, at] = event === undefined
      ? ["PENDING", null] as const
      : [STATES[event], createdAt] as const;
    const review = call.state.reviews.add({ pull, author, state, body, commit, at });
    pull.reviewers = pull.reviewers.filter((login) => login !== author);
    for (const { path, body, line = 1 } of comments) {
      const said = { author, body, createdAt, review: review.id, replyTo: undefined };
      call.state.reviewComments.add({ pull, path, line, commit, ...said });
    }
    if (event !== undefined) touch(call, pull.issue);
    return json(reviewShape(call, pull, review));
  },

  "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers": async (call) => {
    writableOf(call);
    const { pull } = await pullOf(call);
    const { reviewers = [] } = call.body as { reviewers?: string[] };
    if (reviewers.includes(pull.author)) {
      throw invalid([], "Review cannot be requested from pull request author.");
    }
    if (reviewers.some((login) => userOf(call, login) === null)) {
      throw invalid([], "Reviews may only be requested from collaborators.");
    }
    for (const reviewer of reviewers.filter((one) => !pull.reviewers.includes(one))) {
      pull.reviewers = [...pull.reviewers, reviewer];
      happen(call, pull.issue, "review_requested", { reviewer });
    }
    return json(pullSimple(call, pull), 201);
  },
};

/** Whether a request is among those that a call asks for. */
function isAsked(call: Call, pull: Pull): boolean {
  const state = asked(call, "state") ?? "open";
  const head = asked(call, "head");
  return (state === "all" || (state === "open") === pull.issue.open) &&
    // A head without its owner is not a filter at all, as on the platform.
    (!head?.includes(":") || isHead(pull, head)) &&
    pull.baseRef === (asked(call, "base") ?? pull.baseRef);
}

/** Whether a request comes from `owner:branch`; logins are the same in capitals. */
function isHead({ sourceOwner, headRef }: Pull, head: string): boolean {
  const at = head.indexOf(":");
  return headRef === head.slice(at + 1) &&
    sourceOwner.toLowerCase() === head.slice(0, at).toLowerCase();
}

/** Newest first, unless asked otherwise; other orders begin with the smallest. */
function sorted(call: Call, list: readonly Pull[]): Pull[] {
  const sort = asked(call, "sort") ?? "created";
  const direction = asked(call, "direction") ?? (sort === "created" ? "desc" : "asc");
  const order = ORDERS[sort] ?? (() => 0);
  const sign = direction === "desc" ? -1 : 1;
  return list.toSorted((a, b) =>
    (order(a.issue, b.issue, call.state) || a.number - b.number) * sign
  );
}

const ORDERS: Readonly<Record<string, (a: Issue, b: Issue, state: State) => number>> = {
  updated: (a, b) => a.updatedAt === b.updatedAt ? 0 : a.updatedAt < b.updatedAt ? -1 : 1,
  popularity: (a, b, { comments }) => comments.of(a).length - comments.of(b).length,
};

/** Where a request's commits begin. */
const forkPoint = async ({ project, baseSha, headSha }: Pull): Promise<string> =>
  await mergeBase(project.git, baseSha, headSha) ?? baseSha;

async function change(call: Call, pull: Pull): Promise<void> {
  const { title, body, state, base = pull.baseRef, maintainer_can_modify } = call.body as {
    title?: string;
    body?: string | null;
    state?: "open" | "closed";
    base?: string;
    maintainer_can_modify?: boolean;
  };
  if (state === "open" && pull.merged) {
    throw invalid([{ resource: "PullRequest", field: "state", code: "invalid" }]);
  }
  if (base !== pull.baseRef) {
    const found = await findRef(pull.project.git, `refs/heads/${base}`);
    if (!found) throw invalid([{ resource: "PullRequest", field: "base", code: "invalid" }]);
    Object.assign(pull, { baseRef: base, baseSha: found.sha });
    happen(call, pull.issue, "base_ref_changed");
  }
  pull.maintainerCanModify = maintainer_can_modify ?? pull.maintainerCanModify;
  setWords(call, pull.issue, { ...title && { title }, ...body !== undefined && { body } });
  if (state !== undefined) setOpen(call, pull.issue, state === "open");
}
