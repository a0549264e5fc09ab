import { ask, PlatformFailure } from "../../platform/failure.ts";
import {
  type ApiPull,
  fullPr,
  pendingReviewers,
  readPull,
} from "../../platform/subjects/from_api.ts";
import { toPerson } from "../../platform/subjects/person.ts";
import { type ApiReview, lastWords } from "../../platform/subjects/reviews.ts";
import type { SourceArguments } from "./arguments.ts";
import { readConversation, readReviewComments, readReviews, readTimeline } from "./lists.ts";
import { readChecks, readPatch, readPullFiles, unknownChecks } from "./pull_parts.ts";
import type { LedgerRun } from "./run.ts";
import { type Parts, partsOf, type SubjectResult } from "./subjects.ts";

/** Everything that is read of a pull request unless a person leaves something out. */
export const ALL_PARTS: SourceArguments["sync_github_prs"] = {
  includePatchArtifacts: false,
  includeReviews: true,
  includeReviewComments: true,
  includeIssueComments: true,
  includeChecks: true,
  includeTimeline: true,
};

/**
 * Reads one pull request with the parts that are asked for. A part that fails does not keep the
 * others from being read.
 *
 * @throws PlatformFailure when the pull request itself cannot be read, or nothing more can.
 */
export async function readPullRequest(
  run: LedgerRun,
  number: number,
  wanted: SourceArguments["sync_github_prs"],
): Promise<SubjectResult> {
  const pull = await readOne(run, number);
  const parts = partsOf();
  const reviews = await readReviewsOf(run, pull, wanted, parts);
  await readEvents(run, pull, wanted, parts);
  await readDocuments(run, pull, wanted, parts);
  const settled = await withMergeable(run, pull, parts);
  const words = reviews === undefined
    ? null
    : lastWords(reviews, toPerson(pull.user).login, pendingReviewers(pull));
  const snapshot = fullPr(settled, words, { repo: run.repo, fetchedAt: run.input.now });
  const { read, events, documents, patches } = parts;
  return {
    batch: {
      subjects: [{ subjectType: "pr", number, snapshot, read, events }],
      documents,
      patches,
    },
    failure: parts.failure(`${run.repo}#${number}`),
  };
}

async function readOne(run: LedgerRun, number: number): Promise<ApiPull> {
  const what = `the pull request ${run.repo}#${number}`;
  const pull = await ask(what, async () => {
    const { data } = await run.client.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", {
      ...run.name,
      pull_number: number,
    });
    return readPull(data);
  });
  if (pull.number === number) return pull;
  throw new PlatformFailure("unavailable", {
    what,
    reason: `the answer is about #${pull.number}`,
    hint: "Check the API's address, and run again later",
  });
}

async function readReviewsOf(
  run: LedgerRun,
  pull: ApiPull,
  wanted: SourceArguments["sync_github_prs"],
  parts: Parts,
): Promise<ApiReview[] | undefined> {
  if (!wanted.includeReviews) return undefined;
  const told = await parts.attempt(() => readReviews(run, pull.number));
  if (told !== undefined) parts.add("reviews", told.events);
  return told?.reviews;
}

/** The other lists of events; one that GitHub counts as empty is not asked for. */
async function readEvents(
  run: LedgerRun,
  { number, comments, review_comments }: ApiPull,
  wanted: SourceArguments["sync_github_prs"],
  parts: Parts,
): Promise<void> {
  const lists = [
    ["conversation", wanted.includeIssueComments, comments, readConversation],
    ["reviewComments", wanted.includeReviewComments, review_comments, readReviewComments],
    ["timeline", wanted.includeTimeline, null, readTimeline],
  ] as const;
  for (const [component, included, count, read] of lists) {
    if (!included) continue;
    const events = count === 0 ? [] : await parts.attempt(() => read(run, number));
    if (events !== undefined) parts.add(component, events);
  }
}

/** Files, checks and the diff of its head. */
async function readDocuments(
  run: LedgerRun,
  pull: ApiPull,
  wanted: SourceArguments["sync_github_prs"],
  parts: Parts,
): Promise<void> {
  const { number, head } = pull;
  const snapshot = fullPr(pull, null, { repo: run.repo, fetchedAt: run.input.now });
  const files = await parts.attempt(() => readPullFiles(run, snapshot));
  parts.documents.push(...files ?? []);
  if (wanted.includeChecks) {
    const checks = await parts.attempt(() => readChecks(run, number, head.sha));
    parts.documents.push(checks ?? unknownChecks(run, number, head.sha));
  }
  if (wanted.includePatchArtifacts) {
    const patch = await parts.attempt(() => readPatch(run, number, head.sha));
    if (patch !== undefined) parts.patches.push(patch);
  }
}

/**
 * GitHub begins to work out whether an open pull request can be merged when somebody asks, so it is
 * asked again after everything else. Of a second answer about other commits nothing is taken.
 */
async function withMergeable(run: LedgerRun, pull: ApiPull, parts: Parts): Promise<ApiPull> {
  if (pull.state !== "open" || typeof pull.mergeable === "boolean") return pull;
  const again = await parts.attempt(() => readOne(run, pull.number));
  const same = again?.head.sha === pull.head.sha && again.base.sha === pull.base.sha;
  return same ? { ...pull, mergeable: again.mergeable } : pull;
}
