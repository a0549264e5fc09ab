import type { SubjectEvent } from "../../platform/subjects/event.ts";
import { type Subject, subjectPart } from "../../platform/subjects/subject.ts";
import type { Document } from "../../platform/documents/document_writer.ts";
import type { ActivityEvent } from "../outputs/activity_event.ts";
import { documentName, type SyncRun } from "../run/sync_run.ts";
import { furtherParts, inParts, partName } from "../../platform/documents/parts.ts";

/** What is stored of a subject's events. */
export interface StoredEvents {
  events: SubjectEvent[];
  parts: number;
}

/** The stored events of some subjects, in their order. Subjects with large texts take memory. */
export async function readEvents(
  run: SyncRun,
  subjects: readonly Subject[],
): Promise<StoredEvents[]> {
  const firsts = await run.context.readResources(subjects.map((one) => eventsName(run, one)));
  const all: StoredEvents[] = [];
  for (const [index, first] of firsts.entries()) {
    const { events = [], parts = 0 } = (first ?? {}) as Partial<ActivityEvent>;
    const names = furtherParts(eventsName(run, subjects[index]!), parts);
    const others = names.length === 0 ? [] : await run.context.readResources(names);
    const more = others.flatMap((part) => (part as ActivityEvent | null)?.events ?? []);
    all.push({ events: [...events, ...more], parts });
  }
  return all;
}

/** The documents of a subject's events; parts that are not needed any more become empty. */
export function eventDocuments(
  run: SyncRun,
  subject: Subject,
  events: readonly SubjectEvent[],
  before: StoredEvents,
  fetchedAt: string,
): Document[] {
  const { subjectType, number } = subject;
  const filled = inParts(events);
  while (filled.length < before.parts) filled.push([]);
  return filled.map((ofPart, index): Document => {
    const part = index + 1;
    const data: ActivityEvent = {
      repo: run.repo,
      subjectType,
      number,
      part,
      parts: filled.length,
      events: ofPart,
      fetchedAt,
    };
    return { spec: "activityEvent", name: partName(eventsName(run, subject), part), data };
  });
}

function eventsName(run: SyncRun, subject: Subject): string {
  return documentName(run, "activityEvent", subjectPart(subject));
}
