import type { components } from "@octokit/openapi-types";
import {
  type Call,
  empty,
  json,
  notFound,
  Refusal,
  repositoryOf,
  type Routes,
  userOf,
} from "../call/mod.ts";
import { timeOf, touch } from "../issue/mod.ts";
import { pullOf } from "../pull/mod.ts";
import { apiOf, nodeId, pageOf } from "../shape/mod.ts";
import type { ReviewComment } from "../state/mod.ts";
import { changedSince, pageOfShapes, sortedAsAsked } from "./changed.ts";

/** Remarks at lines of pull requests, and answers to them. */
export const reviewCommentRoutes: Routes = {
  "GET /repos/{owner}/{repo}/pulls/comments": async (call) => {
    const { project } = await repositoryOf(call);
    const list = sortedAsAsked(call, call.state.reviewComments.all(project));
    return await pageOfShapes(call, list, (one) => shown(call, one));
  },

  "GET /repos/{owner}/{repo}/pulls/comments/{comment_id}": async (call) =>
    json(await shown(call, await commentOf(call))),

  // The remark's own time moves, and not that of the request.
  "PATCH /repos/{owner}/{repo}/pulls/comments/{comment_id}": async (call) => {
    const comment = await ownComment(call);
    call.state.reviewComments.edit(comment, String(call.body.body), timeOf(call));
    return json(await shown(call, comment));
  },

  "DELETE /repos/{owner}/{repo}/pulls/comments/{comment_id}": async (call) => {
    const comment = await ownComment(call);
    call.state.reviewComments.remove(comment);
    touch(call, comment.pull.issue);
    return empty();
  },

  "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments": async (call) => {
    const { pull } = await pullOf(call);
    const list = changedSince(call, call.state.reviewComments.of(pull));
    return await pageOfShapes(call, list, (one) => shown(call, one));
  },

  "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments": async (call) => {
    const { body, path, line = 1 } = call.body as { body: string; path: string; line?: number };
    return await added(call, { body, path, line, replyTo: undefined });
  },

  "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies": async (call) => {
    const { pull } = await pullOf(call);
    const id = Number(call.params.comment_id);
    const first = call.state.reviewComments.of(pull).find((one) => one.id === id);
    if (!first) throw notFound();
    const { body } = call.body as { body: string };
    return await added(call, { body, path: first.path, line: first.line, replyTo: id });
  },
};

async function added(
  call: Call,
  said: Pick<ReviewComment, "body" | "path" | "line" | "replyTo">,
): Promise<Response> {
  const { pull } = await pullOf(call);
  if (call.login === null) throw notFound();
  const comment = call.state.reviewComments.add({
    ...said,
    pull,
    author: call.login,
    commit: pull.headSha,
    review: null,
    createdAt: timeOf(call),
  });
  touch(call, pull.issue);
  const made = await shown(call, comment);
  return json(made, 201, { location: made.url });
}

async function commentOf(call: Call): Promise<ReviewComment> {
  const { project } = await repositoryOf(call);
  const comment = call.state.reviewComments.find(project, Number(call.params.comment_id));
  if (!comment) throw notFound();
  return comment;
}

/** The remark of a call that its author may make, and who may push. */
async function ownComment(call: Call): Promise<ReviewComment> {
  const { repository } = await repositoryOf(call);
  const comment = await commentOf(call);
  if (call.login === null) throw new Refusal(401, "Requires authentication");
  if (comment.author !== call.login && !repository.permissions?.push) throw notFound();
  return comment;
}

async function shown(
  call: Call,
  { id, pull, author, body, path, line, commit, review, replyTo, ...times }: ReviewComment,
): Promise<components["schemas"]["pull-request-review-comment"]> {
  const page = `${pageOf(call, pull.project)}/pull/${pull.number}#discussion_r${id}`;
  const api = apiOf(call, pull.project);
  const request = `${api}/pulls/${pull.number}`;
  const url = `${api}/pulls/comments/${id}`;
  return {
    url,
    id,
    node_id: nodeId("PullRequestReviewComment", id),
    pull_request_review_id: review,
    diff_hunk: "",
    path,
    commit_id: commit,
    original_commit_id: commit,
    ...replyTo === undefined ? {} : { in_reply_to_id: replyTo },
    user: (await userOf(call, author)) as NonNullable<Awaited<ReturnType<typeof userOf>>>,
    body,
    created_at: times.createdAt,
    updated_at: times.updatedAt,
    html_url: page,
    pull_request_url: request,
    author_association: "COLLABORATOR",
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: request } },
    line,
    original_line: line,
    side: "RIGHT",
  };
}
