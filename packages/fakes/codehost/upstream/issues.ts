import type { Asking } from "../call/mod.ts";
import { happen } from "../issue/mod.ts";
import type { Issue, State } from "../state/mod.ts";
import { issueNumbered, projectNamed } from "./project.ts";

/** Deletes an issue with its comments. */
export function deleteIssue(state: State, repository: string, number: number): void {
  const issue = issueNumbered(state, repository, number);
  forget(state, issue, "deleted");
}

/** Turns an issue into a discussion. Its comments go along. */
export function makeDiscussion(state: State, repository: string, number: number): void {
  const issue = issueNumbered(state, repository, number);
  forget(state, issue, "discussion");
}

function forget(state: State, issue: Issue, gone: "deleted" | "discussion"): void {
  for (const comment of [...state.comments.of(issue)]) state.comments.remove(comment);
  state.issues.remove(issue, gone);
}

/** Moves an issue to another repository; what was said comes along. Labels stay behind. */
export function transferIssue(
  state: State,
  repository: string,
  number: number,
  to: string,
): number {
  const issue = issueNumbered(state, repository, number);
  const doing: Asking = { state, login: issue.project.owner };
  const { id: _, number: __, project: ___, gone: ____, ...rest } = issue;
  const moved = state.issues.open(projectNamed(state, to), {
    ...rest,
    labels: [],
  });
  for (const comment of [...state.comments.of(issue)]) {
    state.comments.remove(comment);
    state.comments.add({ ...comment, issue: moved });
  }
  for (const happening of state.happenings.of(issue)) {
    state.happenings.add({ ...happening, issue: moved });
  }
  happen(doing, moved, "transferred");
  state.issues.remove(issue, { transferredTo: moved });
  return moved.number;
}
