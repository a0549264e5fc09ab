import type { SubjectEvent } from "../../platform/subjects/event.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import type { Document } from "../../platform/documents/document_writer.ts";
import type { SyncRun } from "../run/sync_run.ts";
import { outgoingOf } from "./referenced_by.ts";
import {
  referencesDocument,
  referencesName,
  referencesOf,
  type Texts,
} from "./subject_references.ts";

/** A subject with all that its references follow from. */
export interface Referring {
  subject: Subject;
  texts: Texts;
  events: readonly SubjectEvent[];
}

/** The documents of references; a subject without any gets one only to replace an earlier one. */
export async function referenceDocuments(
  run: SyncRun,
  all: readonly Referring[],
  fetchedAt: string,
): Promise<Document[]> {
  const documents = all.map(({ subject, texts, events }) => ({
    subject,
    references: referencesOf(run.repo, subject.number, texts, events),
  }));
  await run.links.set(
    documents.map(({ subject, references }) => ({ subject, outgoing: outgoingOf(references) })),
  );
  const empty = documents.filter(({ subject, references }) =>
    references.length === 0 && run.links.to(subject.number).length === 0
  );
  const stored = await run.context.readResources(
    empty.map(({ subject }) => referencesName(run, subject)),
  );
  const absent = new Set(empty.filter((_, index) => stored[index] === null));
  return documents.filter((one) => !absent.has(one)).map(({ subject, references }) =>
    referencesDocument(run, subject, references, fetchedAt)
  );
}
