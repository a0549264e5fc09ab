import type { Asking } from "../call/mod.ts";
import { setLabels, setOpen, touch } from "../issue/mod.ts";
import { followAllHeads, takeHead } from "../pull/mod.ts";
import { apiTime, type Issue, type Pull } from "../state/mod.ts";
import { createUpstream } from "../upstream/mod.ts";
import { addCheck, type Filling } from "./fill.ts";
import { branchOf, writeOn } from "./history.ts";
import { text, title } from "./words.ts";

/** Something that was changed afterwards, and where. */
export interface Change {
  kind: keyof typeof KINDS;
  number: number;
}

/** Applies so many changes of some kinds, one after another, at the host's present time. */
export async function change(
  filling: Filling,
  count: number,
  only: readonly Change["kind"][] = Object.keys(KINDS) as Change["kind"][],
): Promise<Change[]> {
  const { random } = filling;
  const kinds = only.flatMap((kind) => Array.from({ length: KINDS[kind].weight }, () => kind));
  const made: Change[] = [];
  for (let index = 0; index < count; index++) {
    const kind = random.pick(kinds);
    made.push({ kind, number: await KINDS[kind].apply(filling) });
  }
  return made;
}

/** A kind of change: how many of a hundred are of it, and what it does; gives the number it is about. */
interface Kind {
  weight: number;
  apply(filling: Filling): number | Promise<number>;
}

const KINDS = {
  comment: { weight: 44, apply: comment },
  edit: { weight: 12, apply: edit },
  label: { weight: 12, apply: label },
  close: { weight: 10, apply: close },
  reopen: { weight: 3, apply: reopen },
  issue: { weight: 10, apply: openIssue },
  review: { weight: 3, apply: review },
  remark: { weight: 1, apply: remark },
  push: { weight: 2, apply: (filling) => push(filling, false) },
  "force-push": { weight: 1, apply: (filling) => push(filling, true) },
  pull: { weight: 1, apply: openPull },
  merge: { weight: 1, apply: merge },
} satisfies Record<string, Kind>;

const now = ({ state }: Filling): string => apiTime(state.clock.now());

/** Somebody, in progress. */
const somebody = ({ state, random, people }: Filling): Asking & { login: string } => ({
  state,
  login: random.pick(people),
});

function anyIssue({ state, project, random }: Filling, fits = (_: Issue) => true): Issue {
  const all = state.issues.of(project).all().filter(fits);
  return random.pick(all);
}

/** An open pull request with a branch of its own; made when there are hardly any left. */
async function anyPull(filling: Filling): Promise<Pull> {
  const { state, project, random } = filling;
  const open = state.pulls.of(project).filter(({ issue, source }) => issue.open && source);
  if (open.length > 1) return random.pick(open);
  return state.pulls.find(project, await openPull(filling))!;
}

function comment(filling: Filling): number {
  const issue = anyIssue(filling);
  const doing = somebody(filling);
  const body = text(filling.random, issue.number);
  filling.state.comments.add({ issue, author: doing.login, body, createdAt: now(filling) });
  touch(doing, issue);
  return issue.number;
}

function edit(filling: Filling): number {
  const { state, random, project } = filling;
  const said = random.pick(state.comments.all(project).all());
  state.comments.edit(said, `${said.body} Edited.`, now(filling));
  return said.issue.number;
}

function label(filling: Filling): number {
  const { state, random, project } = filling;
  const issue = anyIssue(filling);
  setLabels(somebody(filling), issue, random.some(state.labels.of(project), 1 + random.below(3)));
  return issue.number;
}

function close(filling: Filling): number {
  const { state, project } = filling;
  const issue = anyIssue(filling, (one) => one.open && !state.pulls.find(project, one.number));
  setOpen(somebody(filling), issue, false);
  return issue.number;
}

function reopen(filling: Filling): number {
  const { state, project } = filling;
  const issue = anyIssue(filling, (one) => !one.open && !state.pulls.find(project, one.number));
  setOpen(somebody(filling), issue, true);
  return issue.number;
}

function openIssue(filling: Filling): number {
  const { state, project, random } = filling;
  const last = state.issues.of(project).all().length;
  const said = { title: title(random), body: text(random, last) };
  const author = somebody(filling).login;
  return state.issues.open(project, { ...said, author, createdAt: now(filling) }).number;
}

async function review(filling: Filling): Promise<number> {
  const { state, random } = filling;
  const pull = await anyPull(filling);
  const doing = somebody(filling);
  const verdict = random.percent(60) ? "APPROVED" : "CHANGES_REQUESTED";
  const said = { author: doing.login, state: verdict, body: "" } as const;
  state.reviews.add({ pull, ...said, commit: pull.headSha, at: now(filling) });
  touch(doing, pull.issue);
  return pull.number;
}

async function remark(filling: Filling): Promise<number> {
  const { state, random } = filling;
  const pull = await anyPull(filling);
  const doing = somebody(filling);
  const place = { pull, path: "src/part-0/file-1.ts", line: 1, commit: pull.headSha };
  const said = { author: doing.login, body: text(random, pull.number), createdAt: now(filling) };
  state.reviewComments.add({ ...place, ...said, review: null, replyTo: undefined });
  touch(doing, pull.issue);
  return pull.number;
}

async function push(filling: Filling, force: boolean): Promise<number> {
  const { state, random, project } = filling;
  const pull = await anyPull(filling);
  const from = force ? pull.baseSha : pull.headSha;
  await writeOn(random, project, pull.headRef, from, state.clock.now());
  await followAllHeads({ state });
  addCheck(state, random, pull, "build", true);
  return pull.number;
}

async function openPull(filling: Filling): Promise<number> {
  const { state, random, project } = filling;
  const number = openIssue(filling);
  const issue = state.issues.find(project, number)!;
  const baseSha = await project.git.text(["rev-parse", "refs/heads/main"]);
  const headRef = branchOf(number);
  const headSha = await writeOn(random, project, headRef, baseSha, state.clock.now());
  const ends = { source: project, sourceOwner: project.owner, headRef, headSha, baseSha };
  const pull: Pull = {
    ...{ issue, project, number, author: issue.author, ...ends, baseRef: "main" },
    ...{ draft: false, merged: null, maintainerCanModify: false, reviewers: [] },
  };
  state.pulls.add(pull);
  await takeHead(project.git, pull, headSha);
  return number;
}

/** Merges by the queue, or closes what conflicts. */
async function merge(filling: Filling): Promise<number> {
  const { state, project } = filling;
  const pull = await anyPull(filling);
  const upstream = createUpstream(state);
  await upstream.mergeByQueue(`${project.owner}/${project.name}`, pull.number).catch(() => {
    setOpen({ state, login: project.owner }, pull.issue, false);
  });
  return pull.number;
}
