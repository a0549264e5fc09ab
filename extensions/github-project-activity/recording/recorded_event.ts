import type { LedgerEvent } from "../outputs/activity_event.ts";
import { storedBody, storedDocument } from "../../platform/stored_text.ts";
import type { RecordedEvent } from "../context/arguments.ts";

/** An event as it is stored. `at` is used when the event does not say when it was. */
export function toEvent(id: string, given: RecordedEvent, at: string): LedgerEvent {
  const { body, bodyTruncated } = storedBody(given.body);
  return storedDocument({
    id,
    type: given.eventType,
    actor: given.actor ?? null,
    actorType: null,
    at: given.at === undefined ? at : new Date(given.at).toISOString(),
    ...(body === null ? {} : { body, bodyTruncated }),
    ...(given.url === undefined ? {} : { url: given.url }),
    visibility: given.visibility,
    summary: given.summary,
    tags: given.tags,
    artifactRefs: given.artifactRefs,
  });
}
