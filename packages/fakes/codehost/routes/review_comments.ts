import type { components } from "@octokit/openapi-types";
import { type Call, json, notFound, paged, type Routes, userOf } from "../call/mod.ts";
import { pullOf } from "../pull/mod.ts";
import { apiOf, nodeId, pageOf } from "../shape/mod.ts";
import { apiTime, type Pull, type ReviewComment } from "../state/mod.ts";

/** Remarks at lines of pull requests, and answers to them. */
export const reviewCommentRoutes: Routes = {
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments": async (call) => {
    const { pull } = await pullOf(call);
    const comments = call.state.reviewComments.of(pull);
    return paged(call, await Promise.all(comments.map((one) => shown(call, pull, one))));
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
  const comment = call.state.reviewComments.add(pull, {
    ...said,
    author: call.login,
    commit: pull.headSha,
    at: apiTime(call.state.clock.now()),
  });
  return json(await shown(call, pull, comment), 201);
}

async function shown(
  call: Call,
  pull: Pull,
  { id, author, body, path, line, commit, replyTo, at }: ReviewComment,
): Promise<components["schemas"]["pull-request-review-comment"]> {
  const page = `${pageOf(call, pull.project)}/pull/${pull.number}#discussion_r${id}`;
  const api = apiOf(call, pull.project);
  const request = `${api}/pulls/${pull.number}`;
  const url = `${api}/pulls/comments/${id}`;
  return {
    url,
    id,
    node_id: nodeId("PullRequestReviewComment", id),
    pull_request_review_id: null,
    diff_hunk: "",
    path,
    commit_id: commit,
    original_commit_id: commit,
    ...replyTo === undefined ? {} : { in_reply_to_id: replyTo },
    user: (await userOf(call, author))!,
    body,
    created_at: at,
    updated_at: at,
    html_url: page,
    pull_request_url: request,
    author_association: "COLLABORATOR",
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: request } },
    line,
    original_line: line,
    side: "RIGHT",
  };
}
