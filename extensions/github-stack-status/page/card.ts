import { htmlLink, htmlText } from "../../platform/html.ts";
import type { PullRequestStatus } from "../outputs/pr_status.ts";
import { shortened } from "./shortened.ts";

/** A word and how it is meant, for its colour; the word alone says all. */
interface Word {
  text: string;
  tone: "good" | "bad" | "wait" | "done" | "soft";
}

/** Failing checks and people that a card names; the rest is counted. */
const NAMED = 8;

/** One pull request of the page, with its place from the base, counted from 1, when it has one. */
export function card(pull: PullRequestStatus, place: number | undefined): string {
  const { number, title, url, author, head, base } = pull;
  const mark = place === undefined ? "" : `<span class="place" aria-hidden="true">${place}</span>`;
  return `<li>${mark}<article class="card">
<h2>${htmlLink(`#${number} ${shortened(title, 256)}`, url)}</h2>
<p class="small soft">${said(stateOf(pull))} · ${
    author === null ? "deleted account" : htmlText(author)
  } · <code>${branch(head)}</code> into <code>${branch(base)}</code></p>
<dl class="facts">
${fact("Review", said(reviewOf(pull)) + people(pull))}
${fact("Checks", said(checksOf(pull)) + failing(pull))}
${fact("Merge", said(mergeOf(pull)))}
</dl>
</article></li>`;
}

function fact(name: string, html: string): string {
  return `<div><dt>${name}</dt><dd>${html}</dd></div>`;
}

function said({ text, tone }: Word): string {
  return `<span class="state ${tone}">${text}</span>`;
}

function branch(name: string): string {
  return htmlText(shortened(name, 120));
}

function stateOf({ state, draft }: PullRequestStatus): Word {
  if (state === "merged") return { text: "Merged", tone: "done" };
  if (state === "closed") return { text: "Closed", tone: "bad" };
  return draft ? { text: "Draft", tone: "soft" } : { text: "Open", tone: "good" };
}

function reviewOf({ reviewDecision }: PullRequestStatus): Word {
  if (reviewDecision === "approved") return { text: "Approved", tone: "good" };
  if (reviewDecision === "changes-requested") return { text: "Changes requested", tone: "bad" };
  if (reviewDecision === "review-required") return { text: "Waiting for review", tone: "wait" };
  return { text: "No review", tone: "soft" };
}

function checksOf({ checks }: PullRequestStatus): Word {
  const all = checks.passed + checks.failed + checks.pending + checks.skipped;
  if (checks.state === "none") return { text: "No checks", tone: "soft" };
  if (checks.state === "failure") return { text: `${checks.failed} of ${all} failed`, tone: "bad" };
  if (checks.state === "pending") {
    return { text: `${checks.pending} of ${all} running`, tone: "wait" };
  }
  const skipped = checks.skipped > 0 ? `, ${checks.skipped} skipped` : "";
  return { text: `${checks.passed} passed${skipped}`, tone: "good" };
}

function mergeOf({ state, mergeable }: PullRequestStatus): Word {
  if (state !== "open") return { text: "–", tone: "soft" };
  if (mergeable === null) return { text: "Not known yet", tone: "soft" };
  return mergeable
    ? { text: "No conflicts", tone: "good" }
    : { text: "Conflicts with its base", tone: "bad" };
}

function people({ reviewers, pendingReviewers }: PullRequestStatus): string {
  const names = [
    ...reviewers.map(({ login, state }) => `${login} ${state.replace("-", " ")}`),
    ...pendingReviewers.map((login) => `${login} asked`),
  ];
  return list(names);
}

function failing({ checks }: PullRequestStatus): string {
  return list(checks.failing);
}

function list(names: readonly string[]): string {
  if (names.length === 0) return "";
  const shown = names.slice(0, NAMED).map((name) => htmlText(shortened(name, 80)));
  const more = names.length > NAMED ? [`and ${names.length - NAMED} more`] : [];
  return `<p class="small soft">${[...shown, ...more].join(", ")}</p>`;
}
