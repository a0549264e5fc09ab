import { invalid, json, notFound, type Routes } from "../call/mod.ts";
import { happen, timeOf, touch } from "../issue/mod.ts";
import { pullOf, reviewShape } from "../pull/mod.ts";
import { pageOfShapes } from "./changed.ts";

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
    return await pageOfShapes(call, reviews, (review) => reviewShape(call, pull, review));
  },

  "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews": async (call) => {
    const { pull } = await pullOf(call);
    const { event, body = "", commit_id: commit = pull.headSha, comments = [] } = call.body as {
      event?: keyof typeof STATES;
      body?: string;
      commit_id?: string;
      comments?: { path: string; body: string; line?: number }[];
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
      at: event === undefined ? null : timeOf(call),
    });
    pull.reviewers = pull.reviewers.filter((login) => login !== call.login);
    for (const { path, body, line = 1 } of comments) {
      call.state.reviewComments.add({
        ...{ pull, path, body, line, commit, author: call.login, review: review.id },
        ...{ replyTo: undefined, createdAt: timeOf(call) },
      });
    }
    if (event !== undefined) touch(call, pull.issue);
    return json(await reviewShape(call, pull, review));
  },

  "PUT /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/dismissals": async (call) => {
    const { pull } = await pullOf(call);
    const id = Number(call.params.review_id);
    const review = call.state.reviews.of(pull).find((one) => one.id === id);
    if (!review) throw notFound();
    const { message } = call.body as { message: string };
    const dismissed = { review: id, state: review.state, message, commit: review.commit };
    review.state = "DISMISSED";
    happen(call, pull.issue, "review_dismissed", { dismissed });
    return json(await reviewShape(call, pull, review));
  },
};
