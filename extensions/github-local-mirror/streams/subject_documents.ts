import type { ApiIssue } from "../../platform/subjects/api/issue.ts";
import {
  commonFields,
  isPull,
  issueSnapshot,
  lightPr,
  type Reading,
} from "../../platform/subjects/from_issue.ts";
import type { PrSnapshot } from "../../platform/subjects/pr_snapshot.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import type { Document } from "../../platform/documents/document_writer.ts";
import { documentName, type SyncRun } from "../run/sync_run.ts";

/** Which subject an entry of the list of issues is. */
export function subjectOf(issue: ApiIssue): Subject {
  return { subjectType: isPull(issue) ? "pr" : "issue", number: issue.number };
}

/** The output of a subject's snapshot. */
function snapshotSpec({ subjectType }: Subject): "prSnapshot" | "issueSnapshot" {
  return subjectType === "pr" ? "prSnapshot" : "issueSnapshot";
}

/** The name of a subject's snapshot. */
export function snapshotName(run: Pick<SyncRun, "places">, subject: Subject): string {
  return documentName(run, snapshotSpec(subject), String(subject.number));
}

/**
 * The snapshot of an entry of the list. Of a pull request the details that are stored stay, until they
 * are asked for again.
 */
export function snapshotOf(
  run: SyncRun,
  issue: ApiIssue,
  stored: Record<string, unknown> | null,
  reading: Reading,
): Document {
  const subject = subjectOf(issue);
  const name = snapshotName(run, subject);
  if (subject.subjectType === "issue") {
    return { spec: "issueSnapshot", name, data: issueSnapshot(issue, reading) };
  }
  const light = lightPr(issue, reading);
  if (stored?.depth !== "full") return { spec: "prSnapshot", name, data: light };
  const { state, draft, mergedAt } = light;
  const data: PrSnapshot = {
    ...stored as unknown as PrSnapshot,
    ...commonFields(issue, reading),
    state,
    draft,
    mergedAt,
  };
  return { spec: "prSnapshot", name, data };
}
