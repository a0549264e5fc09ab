import {
  apiOf,
  asked,
  authorOf,
  type Call,
  empty,
  json,
  loggedIn,
  notFound,
  paged,
  pageOf,
  repositoryOf,
  type Routes,
  timeOf,
} from "../call/mod.ts";
import { commentShape, issueOf, mention, touch } from "../issue/mod.ts";
import { pullOf } from "../pull/mod.ts";
import {
  type Comment,
  type Issue,
  type Pull,
  type ReviewComment,
  type Rows,
  type Said,
  type State,
  wholeSeconds,
} from "../state/mod.ts";

/** Comments below issues and pull requests, and remarks at lines of the latter. */
export const commentRoutes: Routes = {
  ...saidRoutes<Comment>("issues", ({ comments }) => comments, ({ issue }) => issue, commentShape),

  "GET /repos/{owner}/{repo}/issues/{issue_number}/comments": (call) =>
    changedSince(call, call.state.comments.of(issueOf(call).issue), commentShape),

  "POST /repos/{owner}/{repo}/issues/{issue_number}/comments": (call) => {
    const { issue } = issueOf(call);
    const author = loggedIn(call);
    const body = String(call.body.body);
    const comment = call.state.comments.add({ issue, author, body, createdAt: timeOf(call) });
    touch(call, issue);
    mention(call, issue, body);
    return made(commentShape(call, comment));
  },

  ...saidRoutes<ReviewComment>(
    "pulls",
    ({ reviewComments }) => reviewComments,
    ({ pull }) => pull.issue,
    remarkShape,
  ),

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

/** Comments of the whole repository, and one by itself, which its author may change and who may push. */
function saidRoutes<T extends Said>(
  below: "issues" | "pulls",
  of: (state: State) => Omit<Rows<T, Issue> | Rows<T, Pull>, "add" | "of">,
  issueOf: (said: T) => Issue,
  shape: (call: Call, said: T) => object,
): Routes {
  const list = `/repos/{owner}/{repo}/${below}/comments`;
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
      const [since, sort] = [asked(call, "since"), asked(call, "sort")];
      const kept = of(call.state).changed(
        repositoryOf(call).project,
        since && wholeSeconds(since),
      );
      // By id unless a sort is asked for, and then the newest first unless a direction is.
      const ascending = sort === "updated" ? kept : kept.toSorted((a, b) => a.id - b.id);
      const upwards = sort === null || asked(call, "direction") === "asc";
      const sorted = upwards ? ascending : ascending.toReversed();
      return paged(call, sorted, (said) => shape(call, said));
    },

    [`GET ${one}`]: (call) => json(shape(call, found(call))),

    // The comment's own time moves, and not that of its issue.
    [`PATCH ${one}`]: (call) => {
      const said = own(call);
      of(call.state).change(said, timeOf(call), { body: String(call.body.body) } as Partial<T>);
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
  const since = Date.parse(asked(call, "since") ?? "");
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
  const said = { body: String(call.body.body), author: call.login, createdAt: timeOf(call) };
  const commit = pull.headSha;
  const added = call.state.reviewComments.add({ ...place, ...said, pull, commit, review: null });
  touch(call, pull.issue);
  return made(remarkShape(call, added));
}

function remarkShape(call: Call, remark: ReviewComment) {
  const { id, pull, path, line, commit, replyTo, body } = remark;
  const page = `${pageOf(call, pull.project)}/pull/${pull.number}#discussion_r${id}`;
  const api = apiOf(call, pull.project);
  const request = `${api}/pulls/${pull.number}`;
  const url = `${api}/pulls/comments/${id}`;
  return {
    ...{ url, id, path, body, line, original_line: line, side: "RIGHT", diff_hunk: "" },
    pull_request_review_id: remark.review,
    ...{ commit_id: commit, original_commit_id: commit },
    ...replyTo !== undefined && { in_reply_to_id: replyTo },
    user: authorOf(call, remark.author),
    ...{ created_at: remark.createdAt, updated_at: remark.updatedAt },
    ...{ html_url: page, pull_request_url: request, author_association: "COLLABORATOR" },
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: request } },
  };
}
