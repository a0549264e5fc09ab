import * as z from "npm:zod@4.6.7";
import { ask, isGone, PlatformFailure } from "../../platform/failure.ts";
import {
  type ApiIssue,
  isPull,
  issueSnapshot,
  readIssue,
} from "../../platform/subjects/from_api.ts";
import type { SourceArguments } from "./arguments.ts";
import { readConversation, readTimeline } from "./lists.ts";
import { readRepository } from "./repository.ts";
import type { LedgerRun } from "./run.ts";
import { goneSubject, partsOf, type SubjectResult } from "./subjects.ts";

/** The lists of an issue that are read. */
export type IssueParts = Pick<
  SourceArguments["sync_github_issues"],
  "includeComments" | "includeTimeline"
>;

/** Reads the lists of an issue that a list has told of. */
export async function readIssueParts(
  run: LedgerRun,
  issue: ApiIssue,
  wanted: IssueParts,
): Promise<SubjectResult> {
  const { number, comments } = issue;
  const parts = partsOf();
  if (wanted.includeComments) {
    const said = comments === 0 ? [] : await parts.attempt(() => readConversation(run, number));
    if (said !== undefined) parts.add("conversation", said);
  }
  if (wanted.includeTimeline) {
    const told = await parts.attempt(() => readTimeline(run, number));
    if (told !== undefined) parts.add("timeline", told);
  }
  const snapshot = issueSnapshot(issue, { repo: run.repo, fetchedAt: run.input.now });
  const { read, events } = parts;
  return {
    batch: { subjects: [{ subjectType: "issue", number, snapshot, read, events }] },
    failure: parts.failure(`${run.repo}#${number}`),
  };
}

/** Reads an issue that is stored as open and that no list has told of. */
export async function readMissingIssue(
  run: LedgerRun,
  number: number,
  wanted: IssueParts,
): Promise<SubjectResult> {
  const subject = { subjectType: "issue", number } as const;
  try {
    const { issue, place } = await fetchIssue(run, number);
    const here = await isHere(run, place);
    if (here && issue.number === number && !isPull(issue)) {
      return await readIssueParts(run, issue, wanted);
    }
    if (here) throw another(run, number);
    const gone = goneSubject(run, subject, issue.html_url);
    return { batch: { subjects: [gone] }, failure: undefined };
  } catch (error) {
    if (!isGone(error)) throw error;
    return { batch: { subjects: [goneSubject(run, subject)] }, failure: undefined };
  }
}

/** The issue behind a number, and `owner/name` of where it is: a transfer leads elsewhere. */
async function fetchIssue(
  { client, name, repo }: LedgerRun,
  number: number,
): Promise<{ issue: ApiIssue; place: string }> {
  return await ask(`the issue ${repo}#${number}`, async () => {
    const route = "GET /repos/{owner}/{repo}/issues/{issue_number}";
    const { data } = await client.request(route, { ...name, issue_number: number });
    const { repository_url } = z.object({ repository_url: z.string().max(2048) }).parse(data);
    const place = /\/repos\/([^/]+\/[^/]+)$/.exec(repository_url)?.[1] ?? "";
    return { issue: readIssue(data), place };
  });
}

/** Whether a place is the repository that is read, under its name or the one that it has now. */
async function isHere(run: LedgerRun, place: string): Promise<boolean> {
  const same = (name: string) => name.toLowerCase() === place.toLowerCase();
  return same(run.repo) || same((await readRepository(run)).renamedTo ?? run.repo);
}

function another({ repo }: LedgerRun, number: number): PlatformFailure {
  return new PlatformFailure("unavailable", {
    what: `the issue ${repo}#${number}`,
    reason: "the answer is about something else",
    hint: "Check the API's address, and run again later",
  });
}
