import {
  authorOf,
  type Call,
  empty,
  json,
  loggedIn,
  notFound,
  paged,
  repositoryOf,
  type Routes,
} from "../call/mod.ts";
import { commentShape, issueOf, mention, timeOf, touch } from "../issue/mod.ts";
import { pullOf } from "../pull/mod.ts";
import { apiOf, pageOf } from "../shape/mod.ts";
import {
  type Comment,
  type Issue,
  type Pull,
  type ReviewComment,
  type Said,
  type SaidRows,
  type State,
  wholeSeconds,
} from "../state/mod.ts";

/** Comments below issues and pull requests, and remarks at lines of the latter. */
export const commentRoutes: Routes = {
  ...saidRoutes<Comment, Issue>({
    path: "/issues",
    of: ({ comments }) => comments,
    issueOf: ({ issue }) => issue,
    shape: commentShape,
  }),

  "GET /repos/{owner}/{repo}/issues/{issue_number}/comments": (call) =>
    changedSince(call, call.state.comments.of(issueOf(call).issue), commentShape),

  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments": (call) => {
    const { issue } = issueOf(call);
    const author = loggedIn(call);
    const body = String(call.body.body);
    const comment = call.state.comments.add({ issue, author, body, createdAt: timeOf(call) });
    touch(call, issue);
    mention(call, issue, comment.body);
    return made(commentShape(call, comment));
  },

  ...saidRoutes<ReviewComment, Pull>({
    path: "/pulls",
    of: ({ reviewComments }) => reviewComments,
    issueOf: ({ pull }) => pull.issue,
    shape: remarkShape,
  }),

  "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments": async (call) => {
    const { pull } = await pullOf(call);
    return changedSince(call, call.state.reviewComments.of(pull), remarkShape);
  },

  "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments": async (call) => {
    const { pull } = await pullOf(call);
    const { path, line = 1 } = call.body as { path: string; line?: number };
    return remark(call, pull, { path, line, replyTo: undefined });
  },

  "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies": async (call) => {
    const { pull } = await pullOf(call);
    const id = Number(call.params.comment_id);
    const first = call.state.reviewComments.of(pull).find((one) => one.id === id);
    if (!first) throw notFound();
    return remark(call, pull, { path: first.path, line: first.line, replyTo: id });
  },
};

/** What the two kinds of comments differ in. */
interface Kind<T extends Said, Of extends object> {
  path: "/issues" | "/pulls";
  of(state: State): SaidRows<T, Of>;
  issueOf(said: T): Issue;
  shape(call: Call, said: T): object;
}

/** Comments of the whole repository, and one by itself, which its author may change and who may push. */
function saidRoutes<T extends Said, Of extends object>(
  { path, of, issueOf, shape }: Kind<T, Of>,
): Routes {
  const list = `/repos/{owner}/{repo}${path}/comments`;
  const one = `${list}/{comment_id}`;
  const found = (call: Call): T => {
    const said = of(call.state).find(repositoryOf(call).project, Number(call.params.comment_id));
    if (!said) throw notFound();
    return said;
  };
  const own = (call: Call): T => {
    const said = found(call);
    if (said.author !== loggedIn(call) && !repositoryOf(call).repository.permissions?.push) {
      throw notFound();
    }
    return said;
  };
  return {
    [`GET ${list}`]: (call) => {
      const { project } = repositoryOf(call);
      const query = call.url.searchParams;
      const ordered = of(call.state).all(project);
      const since = query.get("since");
      const kept = ordered.all().slice(since === null ? 0 : ordered.from(wholeSeconds(since)));
      const sort = query.get("sort");
      // By id unless a sort is asked for, and then the newest first unless a direction is.
      const ascending = sort === "updated" ? kept : kept.toSorted((a, b) => a.id - b.id);
      const upwards = sort === null || query.get("direction") === "asc";
      const sorted = upwards ? ascending : ascending.toReversed();
      return paged(call, sorted, (said) => shape(call, said));
    },
    [`GET ${one}`]: (call) => json(shape(call, found(call))),
    // The comment's own time moves, and not that of its issue.
    [`PATCH ${one}`]: (call) => {
      const said = own(call);
      of(call.state).edit(said, String(call.body.body), timeOf(call));
      return json(shape(call, said));
    },
    [`DELETE ${one}`]: (call) => {
      const said = own(call);
      of(call.state).remove(said);
      touch(call, issueOf(said));
      return empty();
    },
  };
}

/** Those that changed at the time of a call's `since` or later. */
function changedSince<T extends Said>(
  call: Call,
  list: readonly T[],
  shape: (call: Call, said: T) => object,
): Response {
  const since = Date.parse(call.url.searchParams.get("since") ?? "");
  const kept = list.filter(({ updatedAt }) => !(Date.parse(updatedAt) < since));
  return paged(call, kept, (said) => shape(call, said));
}

const made = (shape: { url: string }) => json(shape, 201, { location: shape.url });

function remark(
  call: Call,
  pull: Pull,
  place: Pick<ReviewComment, "path" | "line" | "replyTo">,
): Response {
  if (call.login === null) throw notFound();
  const said = call.state.reviewComments.add({
    ...place,
    pull,
    body: String(call.body.body),
    author: call.login,
    commit: pull.headSha,
    review: null,
    createdAt: timeOf(call),
  });
  touch(call, pull.issue);
  return made(remarkShape(call, said));
}

function remarkShape(call: Call, remark: ReviewComment) {
  const { id, pull, path, line, commit, replyTo } = remark;
  const page = `${pageOf(call, pull.project)}/pull/${pull.number}#discussion_r${id}`;
  const api = apiOf(call, pull.project);
  const request = `${api}/pulls/${pull.number}`;
  const url = `${api}/pulls/comments/${id}`;
  return {
    url,
    id,
    pull_request_review_id: remark.review,
    diff_hunk: "",
    path,
    commit_id: commit,
    original_commit_id: commit,
    ...replyTo !== undefined && { in_reply_to_id: replyTo },
    user: authorOf(call, remark.author),
    body: remark.body,
    created_at: remark.createdAt,
    updated_at: remark.updatedAt,
    html_url: page,
    pull_request_url: request,
    author_association: "COLLABORATOR",
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: request } },
    line,
    original_line: line,
    side: "RIGHT",
  };
}
