import { type Call, invalid, json, type Routes, userOf, writableOf } from "../call/mod.ts";
import { pullOf, pullSimple } from "../pull/mod.ts";

/** Who is asked to review a pull request. There are no teams here. */
export const requestedReviewerRoutes: Routes = {
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers": async (call) => {
    await writableOf(call);
    const { pull, issue } = await pullOf(call);
    const asked = (call.body as { reviewers?: string[] }).reviewers ?? [];
    for (const login of asked) await assertReviewer(call, login, pull.author);
    pull.reviewers = [...new Set([...pull.reviewers, ...asked])];
    return json(await pullSimple(call, pull, issue), 201);
  },
};

async function assertReviewer(call: Call, login: string, author: string): Promise<void> {
  if (login === author) throw invalid([], "Review cannot be requested from pull request author.");
  if (await userOf(call, login) === null) {
    throw invalid([], "Reviews may only be requested from collaborators.");
  }
}
