import type { SubjectEvent } from "../../platform/subjects/event.ts";

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
