import type { DataReader } from "../../../platform/context.ts";
import { type BrokenDocument, readDocuments } from "../../../platform/report/stored_documents.ts";
import type { SubjectEvent } from "../../../platform/subjects/event.ts";
import { activityEventSchema } from "../../outputs/activity_event.ts";
import type { Names } from "./names.ts";

/** What is stored of what happened on a subject. */
export interface Conversation {
  /** Oldest first. */
  events: SubjectEvent[];
  /** False when a part is absent or broken. */
  complete: boolean;
}

/**
 * What happened on each subject (`pr-12`), from all parts; null where nothing is stored.
 *
 * @param keep what is kept of an event: a thousand conversations with all they say would not fit
 */
export async function readEvents(
  reader: DataReader,
  { names, subjects, broken, keep }: {
    names: Names;
    subjects: readonly string[];
    broken: BrokenDocument[];
    keep: (event: SubjectEvent) => SubjectEvent;
  },
): Promise<(Conversation | null)[]> {
  const reading = { schema: activityEventSchema, broken };
  const firstNames = subjects.map((subject) => names.of("activityEvent", subject));
  const found: (Conversation | null)[] = [];
  const further: { name: string; of: Conversation }[] = [];
  for (const [index, first] of (await readDocuments(reader, firstNames, reading)).entries()) {
    const of = first && { events: first.events.map(keep), complete: true };
    found.push(of);
    for (let part = 2; of !== null && part <= first!.parts; part++) {
      const name = names.of("activityEvent", subjects[index]!, String(part));
      further.push({ name, of });
    }
  }
  const rest = await readDocuments(reader, further.map(({ name }) => name), reading);
  for (const [index, { of }] of further.entries()) {
    const document = rest[index];
    if (document) of.events.push(...document.events.map(keep));
    else of.complete = false;
  }
  return found;
}
