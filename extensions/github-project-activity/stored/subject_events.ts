import type { DataReader } from "../../platform/context.ts";
import {
  type BrokenDocument,
  readParts,
  storedDocuments,
} from "../../platform/report/stored_documents.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import { documentName, eventsName } from "../naming/names.ts";
import {
  type ActivityEvent,
  activityEventSchema,
  type LedgerEvent,
} from "../outputs/activity_event.ts";

/** A subject, and the repository that it belongs to. */
export interface Place {
  repository: RepositoryName;
  subject: Subject;
}

/** What GitHub told of a subject, and the documents that hold it. */
export interface SubjectEvents {
  /** Oldest first. */
  events: LedgerEvent[];
  sources: string[];
  /** False when a document of it is broken or gone. */
  whole: boolean;
}

/**
 * What GitHub told of each subject, in their order. Empty and whole for one without events.
 *
 * @param broken gets the documents that cannot be used
 */
export async function subjectEvents(
  reader: DataReader,
  subjects: readonly Place[],
  broken: BrokenDocument[],
): Promise<SubjectEvents[]> {
  const reading = { schema: activityEventSchema, broken };
  const names = subjects.map(({ repository, subject }) => eventsName(repository, subject, 1));
  const known = broken.length;
  const results: SubjectEvents[] = [];
  for await (const list of readParts(reader, names, reading)) {
    const { parts = [], sources = [] } = list ?? {};
    const events = parts.flatMap((part) => part.events);
    results.push({ events, sources, whole: list?.whole ?? true });
  }
  const lost = new Set(broken.slice(known).map(({ name }) => name));
  return results.map((one, index) => ({ ...one, whole: one.whole && !lost.has(names[index]!) }));
}

/** A recorded event's document. */
export interface Recorded {
  name: string;
  document: ActivityEvent;
}

/**
 * The events that were recorded, those that are wanted. Without private ones, a document that cannot
 * be read is passed over without a word: it may be private.
 */
export async function* recordedEvents(
  reader: DataReader,
  repository: RepositoryName | null,
  { includePrivate, broken }: { includePrivate: boolean; broken: BrokenDocument[] },
): AsyncGenerator<Recorded> {
  const recorded = storedDocuments(reader, {
    spec: "activityEvent",
    prefix: `${documentName("activityevent", repository, "recorded")}~`,
  }, { schema: activityEventSchema, broken: includePrivate ? broken : [] });
  for await (const one of recorded) {
    const shown = includePrivate ||
      one.document.events.every(({ visibility }) => visibility === "public");
    if (shown) yield one;
  }
}
