import { type Doing, happen, timeOf } from "../issue/mod.ts";
import type { State } from "../state/mod.ts";
import { issueNumbered, projectNamed } from "./project.ts";

/** Deletes an issue with its comments. */
export function deleteIssue(state: State, repository: string, number: number): void {
  const issue = issueNumbered(state, repository, number);
  state.comments.forget(issue);
  state.issues.remove(issue, "deleted");
}

/** Turns an issue into a discussion. Its comments go along. */
export function makeDiscussion(state: State, repository: string, number: number): void {
  const issue = issueNumbered(state, repository, number);
  state.comments.forget(issue);
  state.issues.remove(issue, "discussion");
}

/** Moves an issue to another repository; what was said comes along. Labels stay behind. */
export function transferIssue(
  state: State,
  repository: string,
  number: number,
  to: string,
): number {
  const issue = issueNumbered(state, repository, number);
  const doing: Doing = { state, login: issue.project.owner };
  const { id: _, number: __, project: ___, comments: ____, gone: _____, ...rest } = issue;
  const moved = state.issues.open(projectNamed(state, to), {
    ...rest,
    labels: [],
    milestone: null,
  });
  state.comments.follow(issue, moved);
  state.happenings.follow(issue, moved);
  happen(doing, moved, "transferred");
  state.issues.remove(issue, { transferredTo: moved });
  return moved.number;
}

/** Notes that an issue was mentioned in another one. That alone does not move its time. */
export function crossReference(
  state: State,
  repository: string,
  number: number,
  from: string,
  by: number,
): void {
  const issue = issueNumbered(state, repository, number);
  const source = issueNumbered(state, from, by);
  const at = timeOf({ state });
  state.happenings.add({ issue, source, event: "cross-referenced", actor: source.author, at });
}
