import type { Asking } from "../call/mod.ts";
import { apiTime, type Happening, type Issue, type Label } from "../state/mod.ts";

/** The host's time as the API writes it. */
export const timeOf = ({ state }: Pick<Asking, "state">): string => apiTime(state.clock.now());

/** Notes something that was done to an issue, which moves its `updated_at`. */
export function happen(
  call: Asking,
  issue: Issue,
  event: string,
  more: Partial<Happening> = {},
): void {
  const at = timeOf(call);
  call.state.happenings.add({ issue, event, actor: call.login!, at, ...more });
  call.state.issues.touch(issue, at);
}

/** Notes that something changed of which no list of events tells: a text, a comment, a review. */
export const touch = (call: Asking, issue: Issue): void =>
  call.state.issues.touch(issue, timeOf(call));

/** Opens or closes. */
export function setOpen(
  call: Asking,
  issue: Issue,
  open: boolean,
  reason?: Issue["reason"] | undefined,
): void {
  if (issue.open === open) return;
  issue.open = open;
  const isPull = call.state.pulls.find(issue.project, issue.number) !== undefined;
  issue.reason = isPull ? null : reason ?? (open ? "reopened" : "completed");
  issue.closedAt = open ? null : timeOf(call);
  issue.closedBy = open ? null : call.login;
  happen(call, issue, open ? "reopened" : "closed");
}

/** Replaces the labels. */
export function setLabels(call: Asking, issue: Issue, labels: readonly Label[]): void {
  const before = issue.labels;
  issue.labels = [...new Set(labels)];
  const told = ({ name, color }: Label) => ({ label: { name, color } });
  for (const label of issue.labels) {
    if (!before.includes(label)) happen(call, issue, "labeled", told(label));
  }
  for (const label of before) {
    if (!issue.labels.includes(label)) happen(call, issue, "unlabeled", told(label));
  }
}

/** Replaces those it is assigned to. */
export function setAssignees(call: Asking, issue: Issue, logins: readonly string[]): void {
  const before = issue.assignees;
  issue.assignees = [...new Set(logins)];
  for (const assignee of issue.assignees) {
    if (!before.includes(assignee)) happen(call, issue, "assigned", { assignee });
  }
  for (const assignee of before) {
    if (!issue.assignees.includes(assignee)) happen(call, issue, "unassigned", { assignee });
  }
}

/** Changes title and text. */
export function setWords(
  call: Asking,
  issue: Issue,
  { title = issue.title, body = issue.body }: { title?: string; body?: string | null },
): void {
  const from = issue.title;
  if (body !== issue.body) touch(call, issue);
  Object.assign(issue, { title, body });
  if (title !== from) happen(call, issue, "renamed", { rename: { from, to: title } });
}
