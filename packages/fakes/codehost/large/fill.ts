import {
  apiTime,
  type Issue,
  type Label,
  type Project,
  type Pull,
  type State,
} from "../state/mod.ts";
import { labelNamed } from "../issue/mod.ts";
import type { History } from "./history.ts";
import { branchOf } from "./history.ts";
import { END, type Size, type Subject } from "./plan.ts";
import type { Random } from "../random/mod.ts";
import { text, title } from "./words.ts";

/** Something that happens to an issue or pull request at a time. */
interface Deed {
  at: number;
  subject: Subject;
  act(issue: Issue, at: string): void;
}

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

/** Opens all issues and pull requests and lets everything happen, in the order of time. */
export function fill(filling: Filling): void {
  const { state, project, subjects } = filling;
  const labels = labelsOf(filling);
  const issues = subjects.map((subject) => openSubject(filling, subject));
  const deeds = [
    ...subjects.flatMap((
      subject,
    ) => [...labelDeeds(filling, subject, labels), ...ends(filling, subject)]),
    ...subjects.flatMap((subject) => reviews(filling, subject)),
    ...words(filling),
  ].sort((a, b) => a.at - b.at);
  for (const { at, subject, act } of deeds) {
    const issue = issues[subject.number - 1]!;
    const time = apiTime(at);
    act(issue, time);
    issue.updatedAt = time;
  }
  state.issues.of(project).moved();
  checks(filling);
}

function labelsOf({ state, project }: Filling): Label[] {
  const names = ["bug", "enhancement", "docs", "needs-info", "good first issue", "security"];
  return names.map((name) => labelNamed({ state }, project, name));
}

function openSubject(filling: Filling, { number, createdAt, author, pull }: Subject): Issue {
  const { state, project, random, history } = filling;
  const issue = state.issues.open(project, {
    author,
    title: title(random),
    body: random.percent(4) ? null : text(random, number, pull !== undefined),
    createdAt: apiTime(createdAt),
  }, number);
  if (!pull) return issue;
  state.pulls.add({
    issue,
    project,
    number,
    author,
    source: pull.forkless ? null : project,
    sourceOwner: pull.forkless ? author : project.owner,
    headRef: branchOf(number),
    headSha: history.heads.get(number)!,
    baseRef: "main",
    baseSha: history.base[pull.from]!,
    draft: pull.fate === "open" && random.percent(10),
    merged: null,
    maintainerCanModify: pull.forkless,
    reviewers: [],
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

function labelDeeds(filling: Filling, subject: Subject, labels: readonly Label[]): Deed[] {
  const { state, random, project } = filling;
  return random.some(labels, random.below(3)).map((label): Deed => ({
    at: later(filling, subject),
    subject,
    act(issue, at) {
      issue.labels.push(label);
      const { name, color } = label;
      const actor = project.owner;
      state.happenings.add({ issue, event: "labeled", actor, at, label: { name, color } });
    },
  }));
}

/** How closed ones came to their end. */
function ends(filling: Filling, subject: Subject): Deed[] {
  const { state, random, history, project } = filling;
  if (subject.open) return [];
  const pull = subject.pull;
  const actor = random.percent(40) ? subject.author : project.owner;
  const reason = random.percent(70)
    ? "completed"
    : random.percent(80)
    ? "not_planned"
    : "duplicate";
  return [{
    at: later(filling, subject),
    subject,
    act(issue, at) {
      if (pull?.fate === "merged") {
        const sha = history.base[Math.min(pull.from + 1, history.base.length - 1)]!;
        state.pulls.find(project, issue.number)!.merged = { at, by: project.owner, sha };
        state.happenings.add({ issue, event: "merged", actor: project.owner, at, commit: sha });
      }
      Object.assign(issue, { open: false, closedAt: at, closedBy: actor });
      issue.reason = pull ? null : reason;
      state.happenings.add({ issue, event: "closed", actor, at });
    },
  }];
}

function reviews(filling: Filling, subject: Subject): Deed[] {
  const { state, random, people, project } = filling;
  if (!subject.pull) return [];
  return Array.from({ length: random.below(4) }, (): Deed => {
    const author = random.pick(people);
    const verdict = random.percent(60)
      ? "APPROVED"
      : random.percent(50)
      ? "CHANGES_REQUESTED"
      : "COMMENTED";
    const body = random.percent(50) ? "" : text(random, subject.number);
    return {
      at: later(filling, subject),
      subject,
      act(issue, at) {
        const pull = state.pulls.find(project, issue.number)!;
        state.reviews.add({ pull, author, state: verdict, body, commit: pull.headSha, at });
      },
    };
  });
}

/** Comments, a fifth of them remarks at lines; some are edited later, a few subjects have very many. */
function words(filling: Filling): Deed[] {
  const { state, random, size, people, subjects, project } = filling;
  const pulls = subjects.filter(({ pull }) => pull);
  const busy = random.some(subjects, Math.ceil(subjects.length / 50));
  return Array.from({ length: size.comments }, (_, index): Deed => {
    const remark = index % 5 === 0;
    const subject = random.pick(remark ? pulls : random.percent(25) ? busy : subjects);
    const at = later(filling, subject);
    const author = random.pick(people);
    const body = text(random, subjects.length);
    const edited = random.percent(3)
      ? apiTime(Math.min(END, at + random.below(864_000_000)))
      : undefined;
    const more = edited === undefined ? {} : { updatedAt: edited };
    if (!remark) {
      return {
        at,
        subject,
        act: (issue, createdAt) =>
          void state.comments.add({ issue, author, body, createdAt, ...more }),
      };
    }
    const line = 1 + random.below(40);
    const path = `src/part-${random.below(12)}/file-${random.below(240)}.ts`;
    return {
      at,
      subject,
      act(issue, createdAt) {
        const pull = state.pulls.find(project, issue.number)!;
        const place = { pull, path, line, commit: pull.headSha, review: null, replyTo: undefined };
        state.reviewComments.add({ ...place, author, body, createdAt, ...more });
      },
    };
  });
}

/** Checks of open pull requests and of the newest closed ones. */
function checks({ state, project, random, subjects }: Filling): void {
  const pulls = subjects.filter(({ pull }) => pull);
  const newest = new Set(pulls.slice(-Math.ceil(pulls.length / 20)));
  for (const subject of pulls) {
    if (!subject.open && !newest.has(subject)) continue;
    const pull = state.pulls.find(project, subject.number)!;
    for (const name of ["build", "test", "lint"]) addCheck(state, random, pull, name, subject.open);
  }
}

/** One check run of a pull request's head. */
export function addCheck(
  state: State,
  random: Random,
  { project, headSha, issue }: Pull,
  name: string,
  mayRun: boolean,
): void {
  const running = mayRun && random.percent(8);
  state.checks.runs.add({
    project,
    head_sha: headSha,
    name,
    details_url: null,
    status: running ? "in_progress" : "completed",
    conclusion: running ? null : random.percent(85) ? "success" : "failure",
    started_at: issue.createdAt,
    completed_at: running ? null : issue.createdAt,
  });
}
