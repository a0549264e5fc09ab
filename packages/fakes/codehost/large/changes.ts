import { type Asking, timeOf } from "../call/mod.ts";
import { setLabels, setOpen } from "../issue/mod.ts";
import { followAllHeads, takeHead } from "../pull/mod.ts";
import type { Issue, Pull } from "../state/mod.ts";
import { createUpstream } from "../upstream/upstream.ts";
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
  const kinds = only.flatMap((kind) => Array.from({ length: KINDS[kind][0] }, () => kind));
  const made: Change[] = [];
  for (let index = 0; index < count; index++) {
    const kind = random.pick(kinds);
    made.push({ kind, number: (await KINDS[kind][1](filling)).number });
  }
  return made;
}

/** A kind of change: how many of a hundred are of it, and what it does; gives what it is about. */
type Kind = [weight: number, apply: (filling: Filling) => Subject | Promise<Subject>];
type Subject = Pick<Issue, "number">;

const KINDS = {
  comment: [44, (filling) => {
    const { state, random } = filling;
    const issue = anyIssue(filling);
    const { number } = issue;
    createUpstream(state).commentAs(
      one(filling).login,
      ...at(filling, issue),
      text(random, number),
    );
    return issue;
  }],
  edit: [12, ({ state, random, project }) => {
    const said = random.pick(state.comments.changed(project));
    state.comments.change(said, timeOf({ state }), { body: `${said.body} Edited.` });
    return said.issue;
  }],
  label: [12, (filling) => {
    const { state, random, project } = filling;
    const issue = anyIssue(filling);
    setLabels(one(filling), issue, random.some(state.labels.of(project), 1 + random.below(3)));
    return issue;
  }],
  close: [10, (filling) => {
    const issue = anyIssue(filling, ({ open, pull }) => open && !pull);
    setOpen(one(filling), issue, false);
    return issue;
  }],
  reopen: [3, (filling) => {
    const issue = anyIssue(filling, ({ open, pull }) => !open && !pull);
    setOpen(one(filling), issue, true);
    return issue;
  }],
  issue: [10, openIssue],
  review: [3, async (filling) => {
    const { state, random } = filling;
    const pull = await anyPull(filling);
    const verdict = random.percent(60) ? "APPROVED" : "CHANGES_REQUESTED";
    createUpstream(state).reviewAs(one(filling).login, ...at(filling, pull), verdict);
    return pull;
  }],
  remark: [1, async (filling) => {
    const { state, random } = filling;
    const pull = await anyPull(filling);
    const said = { author: one(filling).login, body: text(random, pull.number) };
    const place = { pull, path: "src/part-0/file-1.ts", line: 1, commit: pull.headSha };
    const createdAt = timeOf({ state });
    state.reviewComments.add({ ...place, ...said, createdAt, review: null, replyTo: undefined });
    state.issues.change(pull.issue, createdAt);
    return pull;
  }],
  push: [2, (filling) => push(filling, ({ headSha }) => headSha)],
  "force-push": [1, (filling) => push(filling, ({ baseSha }) => baseSha)],
  pull: [1, openPull],
  // By the queue; what conflicts is closed.
  merge: [1, async (filling) => {
    const { state, project } = filling;
    const pull = await anyPull(filling);
    await createUpstream(state).mergeByQueue(...at(filling, pull)).catch(() => {
      setOpen({ state, login: project.owner }, pull.issue, false);
    });
    return pull;
  }],
} satisfies Record<string, Kind>;

/** Somebody, in progress. */
const one = ({ state, random, people }: Filling): Asking & { login: string } => ({
  state,
  login: random.pick(people),
});

/** Where something is. */
const at = ({ project: { owner, name } }: Filling, { number }: Subject): [string, number] => [
  `${owner}/${name}`,
  number,
];

const anyIssue = ({ state, project, random }: Filling, fits = (_: Issue) => true): Issue =>
  random.pick(state.issues.changed(project).filter(fits));

/** An open pull request with a branch of its own; made when there are hardly any left. */
async function anyPull(filling: Filling): Promise<Pull> {
  const { state, project, random } = filling;
  const open = state.issues.pulls(project).filter(({ issue, source }) => issue.open && source);
  return open.length > 1 ? random.pick(open) : await openPull(filling);
}

function openIssue(filling: Filling): Issue {
  const { state, project, random } = filling;
  const last = state.issues.changed(project).length;
  const said = { title: title(random), body: text(random, last), author: one(filling).login };
  return state.issues.open(project, { ...said, createdAt: timeOf({ state }) });
}

async function push(filling: Filling, from: (pull: Pull) => string): Promise<Pull> {
  const { state, random, project } = filling;
  const pull = await anyPull(filling);
  await writeOn(random, project, pull.headRef, from(pull), state.clock.now());
  await followAllHeads({ state });
  addCheck(state, random, pull, "build", true);
  return pull;
}

async function openPull(filling: Filling): Promise<Pull> {
  const { state, random, project } = filling;
  const issue = openIssue(filling);
  const baseSha = await project.git.text(["rev-parse", "refs/heads/main"]);
  const headRef = branchOf(issue.number);
  const headSha = await writeOn(random, project, headRef, baseSha, state.clock.now());
  const ends = { source: project, sourceOwner: project.owner, headRef, headSha, baseSha };
  const pull = state.issues.asPull(issue, { ...ends, baseRef: "main" });
  await takeHead(project.git, pull, headSha);
  return pull;
}
