import { type CheckSummary, summarizeChecks } from "../../../platform/checks.ts";
import type { PrSnapshot } from "../../../platform/subjects/snapshots.ts";
import type { CheckRunSnapshot } from "../../outputs/subjects.ts";
import type { CollectionStatus } from "../../outputs/mirror.ts";
import type { PrHeadState, PrRevision } from "../../outputs/pull_requests.ts";
import type { Conversation } from "../stored/documents.ts";
import { lastActivity } from "./activity.ts";

/** The fields of a snapshot that the queue looks at; the body is not kept. */
export type OpenPr = Omit<PrSnapshot, "body">;

/** What is stored about an open pull request beside its snapshot. */
export interface Stored {
  head: PrHeadState | null;
  /** Of the current head. */
  checks: CheckRunSnapshot | null;
  revision: PrRevision | null;
  /** Whether the newest commit of the current head says that a bot made it; null when unknown. */
  pushedByBot: boolean | null;
  /** Null when nothing is stored of it. */
  conversation: Conversation | null;
  statuses: readonly CollectionStatus[];
}

/** What decides where an open pull request stands in the queue. Null is always "not known". */
export interface Facts {
  number: number;
  title: string;
  url: string;
  author: string | null;
  createdAt: string;
  labels: string[];
  assignees: string[];
  draft: boolean;
  /** The current head, by the fetched ref. */
  headSha: string | null;
  requested: string[] | null;
  reviewers: PrSnapshot["reviewers"];
  decision: PrSnapshot["reviewDecision"];
  mergeable: boolean | null;
  checks: CheckSummary["state"] | null;
  failing: string[];
  /** When a person did something last, ISO 8601; bots do not count. */
  lastActivityAt: string | null;
  /** What is not known, in words; empty when all is. */
  missing: string[];
}

/** Puts together what is known about an open pull request. */
export function factsOf(pr: OpenPr, stored: Stored): Facts {
  const { head } = stored;
  const checks = stored.checks && summarizeChecks(stored.checks.checks);
  return {
    number: pr.number,
    title: pr.title,
    url: pr.url,
    author: pr.author,
    createdAt: pr.createdAt,
    labels: pr.labels,
    assignees: pr.assignees,
    draft: pr.draft,
    headSha: head?.headSha ?? null,
    requested: pr.requestedReviewers,
    reviewers: pr.reviewers,
    decision: pr.reviewDecision,
    mergeable: pr.mergeable,
    checks: checks?.state ?? null,
    failing: checks?.failing ?? [],
    lastActivityAt: lastActivity(pr, { ...stored, events: stored.conversation?.events ?? [] }),
    missing: missingOf(pr, stored),
  };
}

/** What is not known: a list that was not read to its end, or details of a head that is not current. */
function missingOf(pr: OpenPr, { head, checks, conversation, statuses }: Stored): string[] {
  const missing: string[] = [];
  if (pr.depth !== "full") missing.push("its details");
  else if (pr.detailsOf !== pr.updatedAt) missing.push("its details since it changed");
  else if (pr.requestedReviewers === null || pr.reviewers === null) missing.push("its reviews");
  if (head === null) missing.push("its current head");
  else {
    if (!head.present) missing.push("its ref, which is gone");
    if (pr.head !== null && pr.head.sha !== head.headSha) {
      missing.push("details of its current head");
    }
    if (checks === null) missing.push("checks of its current head");
    else if (checks.truncated && summarizeChecks(checks.checks).state !== "failure") {
      missing.push("some of its checks");
    }
  }
  if (conversation === null ? pr.comments > 0 : !conversation.complete) {
    missing.push("its conversation");
  }
  const unread = statuses.filter(({ complete, error }) => !complete || error !== null);
  missing.push(...unread.map(({ component }) => `the end of its ${component}`));
  return missing;
}
