import { isLoginOfBot, sameLogin } from "./activity.ts";
import type { Facts } from "./facts.ts";

/** The queue's buckets; a pull request is in the first that takes it. */
export const BUCKETS = [
  "re-review",
  "requested",
  "draft",
  "data incomplete",
  "waiting on author",
  "CI blocked",
  "stale",
  "merge check",
  "unassigned",
] as const;

/** A bucket of the queue. */
export type Bucket = typeof BUCKETS[number];

/** How the queue is to judge. */
export interface Rules {
  needsClarificationLabels: readonly string[];
  reviewFocusStaleDays: number;
  /** Until when activity is known: the last sync. Null when there was none. */
  asOf: string | null;
  /** Whether the last sync read the whole list: else something may have changed unseen. */
  listed: boolean;
}

/** Where a pull request stands, and why. */
export interface Decision {
  bucket: Bucket;
  reasons: string[];
  /** Logins and teams whose turn it is. */
  turn: string[];
  /** Days since a person did something, until the last sync; null when not known. */
  idleDays: number | null;
  /** Approved, green and free of conflicts, all of it known. */
  ready: boolean;
}

type Answer = { reasons: string[]; turn: string[] } | null;

const QUESTIONS: Readonly<Record<Exclude<Bucket, "unassigned">, (asked: Asked) => Answer>> = {
  "re-review": reReview,
  requested: ({ facts }) => {
    const turn = facts.requested ?? [];
    return turn.length === 0 ? null : { reasons: [`${listed(turn)} asked to review`], turn };
  },
  draft: ({ facts }) => facts.draft ? { reasons: ["it is a draft"], turn: authorOf(facts) } : null,
  "data incomplete": ({ facts, rules, idle }) => {
    const missing = [...facts.missing];
    if (rules.asOf === null) missing.push("when the mirror was synced last");
    else if (idle === null) missing.push("when it was opened");
    return missing.length === 0 ? null : { reasons: [`not known: ${listed(missing)}`], turn: [] };
  },
  "waiting on author": waitingOnAuthor,
  "CI blocked": ({ facts }) => {
    const turn = authorOf(facts);
    if (facts.checks === "failure") {
      return { reasons: [`failing: ${listed(facts.failing)}`], turn };
    }
    return facts.checks === "pending" ? { reasons: ["checks are not finished"], turn } : null;
  },
  stale: ({ facts, rules, idle }) =>
    idle !== null && idle >= rules.reviewFocusStaleDays
      ? { reasons: [`no human activity for ${idle} days`], turn: facts.assignees }
      : null,
  "merge check": mergeCheck,
};

interface Asked {
  facts: Facts;
  rules: Rules;
  idle: number | null;
}

/** The bucket of an open pull request: of what is known about it, and of nothing else. */
export function decide(facts: Facts, rules: Rules): Decision {
  const idle = idleDays(facts, rules);
  for (const bucket of BUCKETS) {
    if (bucket === "unassigned") continue;
    const answer = QUESTIONS[bucket]({ facts, rules, idle });
    if (answer === null) continue;
    const ready = bucket === "merge check" && rules.listed && isReady(facts);
    return { bucket, ...answer, idleDays: idle, ready };
  }
  const words = (facts.reviewers ?? []).map(({ login, state }) => `${login} ${state}`);
  const reasons = words.length === 0
    ? ["no reviewer is requested"]
    : [`no decision: ${listed(words)}`];
  const turn = facts.assignees;
  return { bucket: "unassigned", reasons, turn, idleDays: idle, ready: false };
}

/** Somebody who has reviewed is asked again, or judged a head that is no longer the current one. */
function reReview({ facts: { requested, reviewers, headSha } }: Asked): Answer {
  const people = (reviewers ?? []).filter(({ login }) => !isLoginOfBot(login));
  const isEarlier = (sha: string | null) => headSha !== null && sha !== null && sha !== headSha;
  // One person's approval of the current head is enough to leave earlier approvals alone.
  const approved = people.some(({ state, sha }) => state === "approved" && sha === headSha);
  const reasons: string[] = [];
  const turn: string[] = [];
  for (const { login, state, sha } of people) {
    const reason = requested?.some((one) => sameLogin(one, login))
      ? "is asked again"
      : !isEarlier(sha)
      ? undefined
      : state === "changes-requested"
      ? "requested changes on an earlier head"
      : state === "dismissed"
      ? "reviewed an earlier head, which was dismissed"
      : state === "approved" && !approved
      ? "approved an earlier head"
      : undefined;
    if (reason === undefined) continue;
    reasons.push(`${login} ${reason}`);
    turn.push(login);
  }
  return turn.length === 0 ? null : { reasons, turn };
}

function waitingOnAuthor({ facts, rules }: Asked): Answer {
  const { reviewers, labels, mergeable } = facts;
  const reasons = (reviewers ?? []).filter(({ state }) => state === "changes-requested")
    .map(({ login }) => `${login} requested changes`);
  if (reasons.length === 0 && facts.decision === "changes-requested") {
    reasons.push("changes were requested");
  }
  if (mergeable === false) reasons.push("it conflicts with its base");
  const asking = labels.filter((label) => isClarification(label, rules));
  if (asking.length > 0) reasons.push(`labelled ${listed(asking)}`);
  return reasons.length === 0 ? null : { reasons, turn: authorOf(facts) };
}

/** A person's approval, and nothing against it. */
function mergeCheck({ facts, rules }: Asked): Answer {
  const approvers = approversOf(facts);
  if (facts.decision !== "approved" || approvers.length === 0) return null;
  const reasons = [`${listed(approvers)} approved`];
  if (facts.checks === "none") reasons.push("there are no checks");
  if (facts.mergeable === null) reasons.push("whether it conflicts is not known");
  if (!rules.listed) reasons.push("the last sync did not read the whole list");
  if (!isOfHead(facts)) reasons.push("which commit was approved is not known");
  return { reasons, turn: [...facts.assignees, ...approvers] };
}

function isReady(facts: Facts): boolean {
  const green = facts.checks === "success" || facts.checks === "none";
  return facts.missing.length === 0 && green && facts.mergeable === true && isOfHead(facts);
}

/** Whether a person approved the current head itself. */
function isOfHead({ reviewers, headSha }: Facts): boolean {
  return headSha !== null &&
    (reviewers ?? []).some(({ login, state, sha }) =>
      state === "approved" && sha === headSha && !isLoginOfBot(login)
    );
}

function approversOf({ reviewers }: Facts): string[] {
  return (reviewers ?? []).filter(({ login, state }) =>
    state === "approved" && !isLoginOfBot(login)
  ).map(({ login }) => login);
}

/** Whether a label says that a pull request waits for an explanation; case does not matter. */
export function isClarification(
  label: string,
  { needsClarificationLabels }: Pick<Rules, "needsClarificationLabels">,
): boolean {
  return needsClarificationLabels.some((one) => one.toLowerCase() === label.toLowerCase());
}

function authorOf({ author, assignees }: Facts): string[] {
  return author === null ? assignees : [author, ...assignees];
}

function idleDays({ lastActivityAt }: Facts, { asOf }: Rules): number | null {
  if (lastActivityAt === null || asOf === null) return null;
  const passed = Date.parse(asOf) - Date.parse(lastActivityAt);
  return Number.isNaN(passed) ? null : Math.max(0, Math.floor(passed / 86_400_000));
}

/** Names one after the other; the eleventh and those behind it are counted. */
function listed(names: readonly string[]): string {
  const rest = names.length - 10;
  return rest > 0 ? `${names.slice(0, 10).join(", ")} +${rest}` : names.join(", ");
}
