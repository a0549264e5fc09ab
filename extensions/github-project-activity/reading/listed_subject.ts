import { type ApiIssue, isPull } from "../../platform/subjects/from_api.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import { readIssueParts } from "./issue.ts";
import type { ListedPull } from "./listing.ts";
import { ALL_PARTS } from "./pull.ts";
import { readKnownPull } from "./pulls.ts";
import type { LedgerRun } from "./run.ts";
import type { SubjectResult } from "./subjects.ts";

/** A pull request or issue of a list, with what the list says of it. */
export type ListedSubject =
  & Subject
  & { updatedAt: string; open: boolean }
  & ({ subjectType: "issue"; issue: ApiIssue } | { subjectType: "pr" });

/** An entry of the list of issues, which has pull requests, too. */
export function listedSubject(issue: ApiIssue): ListedSubject {
  const { number, updated_at: updatedAt, state } = issue;
  const common = { number, updatedAt, open: state === "open" };
  return isPull(issue)
    ? { subjectType: "pr", ...common }
    : { subjectType: "issue", ...common, issue };
}

/** An entry of the list of pull requests. */
export function listedPull({ number, updated_at, state }: ListedPull): ListedSubject {
  return { subjectType: "pr", number, updatedAt: updated_at, open: state === "open" };
}

/** Reads what a list has told of: issues with their comments, pull requests whole. */
export async function readListed(run: LedgerRun, subject: ListedSubject): Promise<SubjectResult> {
  if (subject.subjectType === "issue") {
    const parts = { includeComments: true, includeTimeline: false };
    return await readIssueParts(run, subject.issue, parts);
  }
  // The checks of what is closed bother nobody.
  const parts = { ...ALL_PARTS, includeChecks: subject.open };
  return await readKnownPull(run, subject.number, parts);
}
