import { type Asking, timeOf } from "../call/mod.ts";
import type { Happening, Issue, Label, Project } from "../state/mod.ts";

/** Notes something that was done to an issue, which moves its `updated_at`. */
export function happen(
  call: Asking,
  issue: Issue,
  event: string,
  more: Partial<Happening> = {},
): void {
  const createdAt = timeOf(call);
  call.state.happenings.add({ issue, event, actor: call.login!, createdAt, ...more });
  touch(call, issue);
}

/** Notes that something changed of which no list of events tells: a text, a comment, a review. */
export const touch = (call: Asking, issue: Issue): void =>
  call.state.issues.change(issue, timeOf(call));

/** Opens or closes. */
export function setOpen(
  call: Asking,
  issue: Issue,
  open: boolean,
  reason?: Issue["reason"] | undefined,
): void {
  if (issue.open === open) return;
  Object.assign(issue, {
    open,
    reason: issue.pull ? null : reason ?? (open ? "reopened" : "completed"),
    closedAt: open ? null : timeOf(call),
    closedBy: open ? null : call.login,
  });
  happen(call, issue, open ? "reopened" : "closed");
}

/** Replaces the labels. */
export function setLabels(call: Asking, issue: Issue, labels: readonly Label[]): void {
  const before = issue.labels;
  issue.labels = [...new Set(labels)];
  differing(call, issue, "labeled", before, issue.labels, ({ name, color }) => ({
    label: { name, color },
  }));
}

/** Replaces those it is assigned to. */
export function setAssignees(call: Asking, issue: Issue, logins: readonly string[]): void {
  const before = issue.assignees;
  issue.assignees = [...new Set(logins)];
  differing(call, issue, "assigned", before, issue.assignees, (assignee) => ({ assignee }));
}

/** Notes what came and what went. */
function differing<T>(
  call: Asking,
  issue: Issue,
  event: string,
  before: readonly T[],
  after: readonly T[],
  about: (one: T) => Partial<Happening>,
): void {
  for (const one of after) if (!before.includes(one)) happen(call, issue, event, about(one));
  for (const one of before) if (!after.includes(one)) happen(call, issue, `un${event}`, about(one));
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

/** The label of that name, however it is capitalized; made in the platform's colour when there is none. */
export const labelNamed = (
  { state: { labels } }: Pick<Asking, "state">,
  project: Project,
  name: string,
): Label =>
  labels.of(project).find((one) => one.name.toLowerCase() === name.toLowerCase()) ??
    labels.add({ project, name, color: "ededed" });

/** A number of the same repository: `#12`, and not `other#12`, `/#12` or `&#12;`. */
const NUMBER = /(?<![\w/#&-])#(\d{1,9})(?!\w)/g;
/** The same behind a word that closes it. */
const CLOSING = /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+#(\d{1,9})(?!\w)/gi;

/** Issues of the same repository that a text names, each once. */
function named({ state }: Asking, { project }: Issue, text: string, pattern: RegExp): Issue[] {
  const numbers = new Set([...text.matchAll(pattern)].map(([, number]) => Number(number)));
  return [...numbers].flatMap((number) => state.issues.find(project, number) ?? [])
    .filter(({ gone }) => !gone);
}

/**
 * Notes that a text of an issue names others. It shows in their timelines, once for each that names
 * them; it does not move their time.
 */
export function mention(call: Asking, source: Issue, text: string | null): void {
  const { happenings } = call.state;
  for (const issue of named(call, source, text ?? "", NUMBER)) {
    if (issue === source || happenings.of(issue).some((one) => one.source === source)) continue;
    const said = { event: "cross-referenced", actor: call.login!, createdAt: timeOf(call) };
    happenings.add({ issue, source, ...said });
  }
}

/** Closes what the text of a merged pull request says that it closes. */
export function closeNamed(call: Asking, source: Issue): void {
  for (const issue of named(call, source, source.body ?? "", CLOSING)) {
    setOpen(call, issue, false);
  }
}
