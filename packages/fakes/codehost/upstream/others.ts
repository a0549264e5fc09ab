import { type Doing, timeOf, touch } from "../issue/mod.ts";
import type { Review, State } from "../state/mod.ts";
import { issueNumbered, projectNamed, pullNumbered } from "./project.ts";

/** Opens an issue in somebody's name. */
export function openAs(
  state: State,
  login: string,
  repository: string,
  title: string,
  body?: string,
): number {
  const createdAt = timeOf({ state });
  const given = { author: login, title, body: body ?? null, createdAt };
  return state.issues.open(projectNamed(state, repository), given).number;
}

/** Comments in somebody's name. */
export function commentAs(
  state: State,
  login: string,
  repository: string,
  number: number,
  body: string,
): number {
  const issue = issueNumbered(state, repository, number);
  const doing: Doing = { state, login };
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
  const doing: Doing = { state, login };
  touch(doing, pull.issue);
  const at = timeOf(doing);
  const said = { author: login, state: verdict, body, commit: pull.headSha, at };
  return state.reviews.add(pull, said).id;
}
