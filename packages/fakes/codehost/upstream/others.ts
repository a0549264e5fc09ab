import type { Asking } from "../call/mod.ts";
import { timeOf, touch } from "../issue/mod.ts";
import type { Review, State } from "../state/mod.ts";
import { issueNumbered, pullNumbered } from "./project.ts";

/** Comments in somebody's name. */
export function commentAs(
  state: State,
  login: string,
  repository: string,
  number: number,
  body: string,
): number {
  const issue = issueNumbered(state, repository, number);
  const doing: Asking = { state, login };
  touch(doing, issue);
  return state.comments.add({ issue, author: login, body, createdAt: timeOf(doing) }).id;
}

/** Reviews a pull request in somebody's name. */
export function reviewAs(
  state: State,
  login: string,
  repository: string,
  number: number,
  verdict: Exclude<Review["state"], "PENDING" | "DISMISSED">,
  body = "",
): number {
  const pull = pullNumbered(state, repository, number);
  const doing: Asking = { state, login };
  touch(doing, pull.issue);
  const at = timeOf(doing);
  const said = { author: login, state: verdict, body, commit: pull.headSha, at };
  return state.reviews.add({ pull, ...said }).id;
}
