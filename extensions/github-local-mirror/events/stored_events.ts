import type { Document } from "../../platform/documents/document_writer.ts";
import { furtherParts, inParts, partName } from "../../platform/documents/parts.ts";
import type { SubjectEvent } from "../../platform/subjects/event.ts";
import { type Subject, subjectPart } from "../../platform/subjects/subject.ts";
import type { ActivityEvent } from "../outputs/subjects.ts";
import { documentName, type SyncRun } from "../run/sync_run.ts";

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

/** Events of two readings: each once, as it was edited last, oldest first. */
export function mergeEvents(
  known: readonly SubjectEvent[],
  incoming: readonly SubjectEvent[],
): SubjectEvent[] {
  const byId = new Map(known.map((event) => [event.id, event]));
  for (const event of incoming) {
    const before = byId.get(event.id);
    if (before === undefined || editedAt(event) >= editedAt(before)) byId.set(event.id, event);
  }
  return [...byId.values()].sort(inTime);
}

/** The order of a subject's events, the same whatever order they came in. */
function inTime(one: SubjectEvent, other: SubjectEvent): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

function editedAt({ at, updatedAt }: SubjectEvent): string {
  return updatedAt ?? at;
}
