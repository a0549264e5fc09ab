import type { components } from "@octokit/openapi-types";
import { type Call, invalid, json, notFound, paged, type Routes, userOf } from "../call/mod.ts";
import { pullOf } from "../pull/mod.ts";
import { apiOf, nodeId, pageOf } from "../shape/mod.ts";
import { apiTime, type Pull, type Review } from "../state/mod.ts";

/** What each way to submit a review makes of it; without one it stays a draft. */
const STATES = {
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED",
} as const;

/** Reviews of pull requests. */
export const reviewRoutes: Routes = {
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews": async (call) => {
    const { pull } = await pullOf(call);
    const reviews = call.state.reviews.of(pull)
      .filter((review) => review.state !== "PENDING" || review.author === call.login);
    return paged(call, await Promise.all(reviews.map((review) => shown(call, pull, review))));
  },

  "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews": async (call) => {
    const { pull } = await pullOf(call);
    const { event, body = "", commit_id: commit = pull.headSha } = call.body as {
      event?: keyof typeof STATES;
      body?: string;
      commit_id?: string;
    };
    if (call.login === null) throw notFound();
    if (pull.author === call.login && event !== undefined && event !== "COMMENT") {
      throw invalid([], "Can not approve or request changes on your own pull request");
    }
    const review = call.state.reviews.add(pull, {
      author: call.login,
      state: event === undefined ? "PENDING" : STATES[event],
      body,
      commit,
      at: event === undefined ? null : apiTime(call.state.clock.now()),
    });
    pull.reviewers = pull.reviewers.filter((login) => login !== call.login);
    return json(await shown(call, pull, review));
  },

  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/dismissals": async (call) => {
    const { pull } = await pullOf(call);
    const id = Number(call.params.review_id);
    const review = call.state.reviews.of(pull).find((one) => one.id === id);
    if (!review) throw notFound();
    review.state = "DISMISSED";
    return json(await shown(call, pull, review));
  },
};

async function shown(
  call: Call,
  pull: Pull,
  { id, author, state, body, commit, at }: Review,
): Promise<components["schemas"]["pull-request-review"]> {
  const page = `${pageOf(call, pull.project)}/pull/${pull.number}#pullrequestreview-${id}`;
  const request = `${apiOf(call, pull.project)}/pulls/${pull.number}`;
  return {
    id,
    node_id: nodeId("PullRequestReview", id),
    user: await userOf(call, author),
    body,
    state,
    html_url: page,
    pull_request_url: request,
    _links: { html: { href: page }, pull_request: { href: request } },
    ...at !== null && { submitted_at: at },
    commit_id: commit,
    author_association: "COLLABORATOR",
  };
}
