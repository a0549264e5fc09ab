import {
  type Call,
  invalid,
  json,
  notFound,
  paged,
  type Routes,
  userOf,
  writableOf,
} from "../call/mod.ts";
import { happen, timeOf, touch } from "../issue/mod.ts";
import { pullOf, pullSimple, reviewShape } from "../pull/mod.ts";

/** What each way to submit a review makes of it; without one it stays a draft. */
const STATES = {
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED",
} as const;

/** Reviews of pull requests, and who is asked for one. There are no teams here. */
export const reviewRoutes: Routes = {
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
    const review = call.state.reviews.add({
      pull,
      author,
      state: event === undefined ? "PENDING" : STATES[event],
      body,
      commit,
      at: event === undefined ? null : timeOf(call),
    });
    pull.reviewers = pull.reviewers.filter((login) => login !== author);
    for (const { path, body, line = 1 } of comments) {
      call.state.reviewComments.add({
        ...{ pull, path, body, line, commit, author, review: review.id },
        ...{ replyTo: undefined, createdAt: timeOf(call) },
      });
    }
    if (event !== undefined) touch(call, pull.issue);
    return json(reviewShape(call, pull, review));
  },

  "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers": async (call) => {
    writableOf(call);
    const { pull } = await pullOf(call);
    const asked = reviewersSent(call);
    if (asked.includes(pull.author)) {
      throw invalid([], "Review cannot be requested from pull request author.");
    }
    if (asked.some((login) => userOf(call, login) === null)) {
      throw invalid([], "Reviews may only be requested from collaborators.");
    }
    for (const reviewer of asked.filter((one) => !pull.reviewers.includes(one))) {
      pull.reviewers = [...pull.reviewers, reviewer];
      happen(call, pull.issue, "review_requested", { reviewer });
    }
    return json(pullSimple(call, pull), 201);
  },
};

const reviewersSent = ({ body }: Call): readonly string[] =>
  (body as { reviewers?: string[] }).reviewers ?? [];
