import { type Subject, subjectPart } from "../../platform/subjects/subject.ts";
import type { Document } from "../../platform/documents/document_writer.ts";
import type { CollectionStatus } from "../outputs/mirror.ts";
import { documentName, type SyncRun } from "../run/sync_run.ts";

/** How far a list of one subject was read. */
type SubjectList = Pick<CollectionStatus, "component" | "complete" | "itemCount" | "error">;

/**
 * The statuses of a subject's lists. One that is complete has a document only to replace an earlier
 * one that was not.
 */
export async function subjectStatuses(
  run: SyncRun,
  subject: Subject,
  lists: readonly SubjectList[],
): Promise<Document[]> {
  const part = subjectPart(subject);
  const documents = lists.map((list): Document => {
    const data: CollectionStatus = {
      repo: run.repo,
      subject: part,
      ...list,
      at: new Date().toISOString(),
    };
    const name = documentName(run, "collectionStatus", part, list.component);
    return { spec: "collectionStatus", name, data };
  });
  const stored = await run.context.readResources(documents.map(({ name }) => name));
  return documents.filter((_, index) => !lists[index]!.complete || stored[index] !== null);
}
