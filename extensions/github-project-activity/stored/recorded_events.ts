import type { DataReader } from "../../platform/context.ts";
import { type BrokenDocument, storedDocuments } from "../../platform/report/stored_documents.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { documentName } from "../naming/document_name.ts";
import { type ActivityEvent, activityEventSchema } from "../outputs/activity_event.ts";

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
    schema: activityEventSchema,
    prefix: `${documentName("activityevent", repository, "recorded")}~`,
    broken: includePrivate ? broken : [],
  });
  for await (const one of recorded) {
    const shown = includePrivate ||
      one.document.events.every(({ visibility }) => visibility === "public");
    if (shown) yield one;
  }
}
