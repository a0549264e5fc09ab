import type { ApiIssue } from "../../platform/subjects/api/issue.ts";
import type { SubjectEvent } from "../../platform/subjects/event.ts";
import { readEvents } from "../events/stored_events.ts";
import type { SyncRun } from "../run/sync_run.ts";
import { subjectOf } from "./subject_documents.ts";

/** Issues whose events are in memory at once. */
const AT_ONCE = 25;

/**
 * Whether some comments that are stored of an issue must be gone. No list names those; that fewer are
 * counted than before is not enough, since others may have come.
 */
export function hasDeleted(events: readonly SubjectEvent[], counted: number): boolean {
  return events.filter(({ type }) => type === "commented").length > counted;
}

/** The numbers of issues of which more comments are stored than the platform counts now. */
export async function withDeleted(
  run: SyncRun,
  issues: readonly ApiIssue[],
): Promise<Set<number>> {
  const found = new Set<number>();
  for (let from = 0; from < issues.length; from += AT_ONCE) {
    const some = issues.slice(from, from + AT_ONCE);
    const stored = await readEvents(run, some.map(subjectOf));
    for (const [index, { number, comments }] of some.entries()) {
      if (hasDeleted(stored[index]!.events, comments)) found.add(number);
    }
  }
  return found;
}
