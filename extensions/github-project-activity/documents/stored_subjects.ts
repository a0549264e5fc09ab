import type { DataReader } from "../../platform/context.ts";
import { readDocuments } from "../../platform/report/stored_documents.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import type { LedgerEvent } from "../outputs/activity_event.ts";
import { issueSnapshotSchema, type LedgerIssue } from "../outputs/issue_snapshot.ts";
import { type LedgerPr, prSnapshotSchema } from "../outputs/pr_snapshot.ts";
import { subjectEvents } from "../stored/subject_events.ts";
import { snapshotName } from "../naming/names.ts";

/** What is stored of a subject. */
export interface StoredSubject {
  /** Null when there is none, or none of its shape. */
  snapshot: LedgerPr | LedgerIssue | null;
  events: LedgerEvent[];
}

/** What is stored of subjects, in their order. */
export async function storedSubjects(
  data: DataReader,
  repository: RepositoryName,
  subjects: readonly Subject[],
): Promise<StoredSubject[]> {
  const names = subjects.map((one) => snapshotName(repository, one));
  const snapshots = await readDocuments<LedgerPr | LedgerIssue>(data, names, {
    schema: prSnapshotSchema.or(issueSnapshotSchema),
    // What is broken is written again.
    broken: [],
  });
  const places = subjects.map((subject) => ({ repository, subject }));
  const events = await subjectEvents(data, places, []);
  return subjects.map((_, index) => ({
    snapshot: snapshots[index]!,
    events: events[index]!.events,
  }));
}
