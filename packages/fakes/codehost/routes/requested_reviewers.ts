import { type Call, invalid, json, type Routes, userOf, writableOf } from "../call/mod.ts";
import { happen } from "../issue/mod.ts";
import { pullOf, pullSimple } from "../pull/mod.ts";

/** Who is asked to review a pull request. There are no teams here. */
export const requestedReviewerRoutes: Routes = {
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers": async (call) => {
    await writableOf(call);
    const { pull } = await pullOf(call);
    const asked = (call.body as { reviewers?: string[] }).reviewers ?? [];
    for (const login of asked) await assertReviewer(call, login, pull.author);
    for (const reviewer of asked.filter((one) => !pull.reviewers.includes(one))) {
      pull.reviewers = [...pull.reviewers, reviewer];
      happen(call, pull.issue, "review_requested", { reviewer });
    }
    return json(await pullSimple(call, pull), 201);
  },

  "DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers": async (call) => {
    await writableOf(call);
    const { pull } = await pullOf(call);
    const dropped = (call.body as { reviewers?: string[] }).reviewers ?? [];
    for (const reviewer of pull.reviewers.filter((one) => dropped.includes(one))) {
      pull.reviewers = pull.reviewers.filter((one) => one !== reviewer);
      happen(call, pull.issue, "review_request_removed", { reviewer });
    }
    return json(await pullSimple(call, pull));
  },
};

async function assertReviewer(call: Call, login: string, author: string): Promise<void> {
  if (login === author) throw invalid([], "Review cannot be requested from pull request author.");
  if (await userOf(call, login) === null) {
    throw invalid([], "Reviews may only be requested from collaborators.");
  }
}
