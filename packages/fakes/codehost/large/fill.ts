import { labelNamed } from "../issue/mod.ts";
import type { Random } from "../random/mod.ts";
import {
  apiTime,
  type Issue,
  type Label,
  type Project,
  type Pull,
  type State,
} from "../state/mod.ts";
import { branchOf, type History } from "./history.ts";
import { END, type Size, type Subject } from "./plan.ts";
import { text, title } from "./words.ts";

/** What filling a repository needs. */
export interface Filling {
  state: State;
  project: Project;
  random: Random;
  size: Size;
  people: readonly string[];
  subjects: readonly Subject[];
  history: History;
}

/** Something that happens to an issue or pull request at a time. */
interface Deed {
  at: number;
  subject: Subject;
  act(issue: Issue, at: string): void;
}

/** Opens all issues and pull requests and lets everything happen, in the order of time. */
export function fill(filling: Filling): void {
  const { state, project, subjects, random } = filling;
  const names = ["bug", "enhancement", "docs", "needs-info", "good first issue", "security"];
  const labels = names.map((name) => labelNamed({ state }, project, name));
  const issues = subjects.map((subject) => openSubject(filling, subject));
  const deeds = subjects.flatMap((subject) => [
    ...random.some(labels, random.below(3)).map((label) => labelled(filling, subject, label)),
    ...subject.open ? [] : [ended(filling, subject)],
    ...Array.from(
      { length: subject.pull ? random.below(4) : 0 },
      () => reviewed(filling, subject),
    ),
  ]);
  for (const deed of said(filling)) deeds.push(deed);
  deeds.sort((a, b) => a.at - b.at);
  for (const { at, subject, act } of deeds) {
    const issue = issues[subject.number - 1]!;
    const time = apiTime(at);
    act(issue, time);
    state.issues.change(issue, time);
  }
  checkNewest(filling, issues);
}

function openSubject(filling: Filling, { number, createdAt, author, pull }: Subject): Issue {
  const { state, project, random, history } = filling;
  const issue = state.issues.open(project, {
    ...{ number, author, title: title(random), createdAt: apiTime(createdAt) },
    body: random.percent(4) ? null : text(random, number, pull !== undefined),
  });
  if (!pull) return issue;
  state.issues.asPull(issue, {
    source: pull.forkless ? null : project,
    sourceOwner: pull.forkless ? author : project.owner,
    headRef: branchOf(number),
    headSha: history.heads.get(number)!,
    baseRef: "main",
    baseSha: history.base[pull.from]!,
    draft: pull.fate === "open" && random.percent(10),
    maintainerCanModify: pull.forkless,
  });
  return issue;
}

/**
 * A time after something was opened: mostly soon, at times years later. A tenth happens as a month
 * begins, as what runs at set times does, so that many things change in the same second.
 */
function later({ random }: Filling, { createdAt }: Subject): number {
  const rest = END - createdAt;
  const soon = -30 * DAY * Math.log(1 - random.next());
  const at = new Date(createdAt + Math.min(rest * random.next(), soon));
  const nextMonth = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1);
  if (random.percent(10) && nextMonth < END) return nextMonth;
  return Math.floor(at.getTime() / 1000) * 1000;
}

const DAY = 86_400_000;

function labelled(filling: Filling, subject: Subject, label: Label): Deed {
  const { state: { happenings }, project: { owner: actor } } = filling;
  const { name, color } = label;
  return {
    at: later(filling, subject),
    subject,
    act(issue, createdAt) {
      issue.labels.push(label);
      happenings.add({ issue, event: "labeled", actor, createdAt, label: { name, color } });
    },
  };
}

/** How a closed one came to its end. */
function ended(filling: Filling, subject: Subject): Deed {
  const { state: { happenings }, random, history, project: { owner } } = filling;
  const actor = random.percent(40) ? subject.author : owner;
  const done = random.percent(70) ? "completed" : random.percent(80) ? "not_planned" : "duplicate";
  const { pull: plan } = subject;
  return {
    at: later(filling, subject),
    subject,
    act(issue, createdAt) {
      if (plan?.fate === "merged") {
        const sha = history.base[Math.min(plan.from + 1, history.base.length - 1)]!;
        issue.pull!.merged = { at: createdAt, by: owner, sha };
        happenings.add({ issue, event: "merged", actor: owner, createdAt, commit: sha });
      }
      const reason = plan ? null : done;
      Object.assign(issue, { open: false, reason, closedAt: createdAt, closedBy: actor });
      happenings.add({ issue, event: "closed", actor, createdAt });
    },
  };
}

function reviewed(filling: Filling, subject: Subject): Deed {
  const { state: { reviews }, random, people } = filling;
  const author = random.pick(people);
  const state = random.pick(["APPROVED", "APPROVED", "CHANGES_REQUESTED", "COMMENTED"] as const);
  const body = random.percent(50) ? "" : text(random, subject.number);
  return {
    at: later(filling, subject),
    subject,
    act: ({ pull }, at) =>
      void reviews.add({ pull: pull!, author, state, body, commit: pull!.headSha, at }),
  };
}

/** Comments, a fifth of them remarks at lines; some are edited later, a few subjects have very many. */
function said(filling: Filling): Deed[] {
  const { state, random, size, people, subjects } = filling;
  const pulls = subjects.filter(({ pull }) => pull);
  const busy = random.some(subjects, Math.ceil(subjects.length / 50));
  return Array.from({ length: size.comments }, (_, index): Deed => {
    const remark = index % 5 === 0;
    const subject = random.pick(remark ? pulls : random.percent(25) ? busy : subjects);
    const at = later(filling, subject);
    const words = { author: random.pick(people), body: text(random, subjects.length) };
    const edit = Math.min(END, at + random.below(10 * DAY));
    const edited = random.percent(3) ? { updatedAt: apiTime(edit) } : {};
    const line = 1 + random.below(40);
    const path = `src/part-${random.below(12)}/file-${random.below(240)}.ts`;
    return {
      at,
      subject,
      act(issue, createdAt) {
        const said = { ...words, createdAt, ...edited };
        if (!remark) return void state.comments.add({ issue, ...said });
        const pull = issue.pull!;
        const place = { pull, path, line, commit: pull.headSha, review: null, replyTo: undefined };
        state.reviewComments.add({ ...place, ...said });
      },
    };
  });
}

/** Checks of open pull requests and of the newest closed ones. */
function checkNewest({ state, random }: Filling, issues: readonly Issue[]): void {
  const pulls = issues.flatMap(({ pull }) => pull ?? []);
  const newest = pulls.length - Math.ceil(pulls.length / 20);
  for (const [index, pull] of pulls.entries()) {
    const { open } = pull.issue;
    if (!open && index < newest) continue;
    for (const name of ["build", "test", "lint"]) addCheck(state, random, pull, name, open);
  }
}

/** One check run of a pull request's head. */
export function addCheck(
  state: State,
  random: Random,
  { project, headSha: head_sha, issue }: Pull,
  name: string,
  mayRun: boolean,
): void {
  const running = mayRun && random.percent(8);
  state.checkRuns.add({
    ...{ project, head_sha, name, details_url: null, started_at: issue.createdAt },
    status: running ? "in_progress" : "completed",
    conclusion: running ? null : random.percent(85) ? "success" : "failure",
    completed_at: running ? null : issue.createdAt,
  });
}
