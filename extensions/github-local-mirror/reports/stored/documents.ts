import type { SubjectEvent } from "../../../platform/subjects/event.ts";
import type { CollectionStatus, SyncRunSummary } from "../../outputs/mirror.ts";
import type { Stored } from "./stored.ts";

/** Syncs that the report shows. */
const SHOWN = 10;

/** The last ten syncs, newest first. */
export async function readRuns(stored: Stored): Promise<SyncRunSummary[]> {
  let newest: SyncRunSummary[] = [];
  for await (const { document } of stored.each("syncRunSummary")) {
    newest.push(document);
    if (newest.length > SHOWN * 10) newest = newestOf(newest);
  }
  return newestOf(newest);
}

function newestOf(runs: SyncRunSummary[]): SyncRunSummary[] {
  return runs.sort((one, other) => one.startedAt < other.startedAt ? 1 : -1).slice(0, SHOWN);
}

/** Lists that are read for one pull request. */
const COMPONENTS = ["details", "reviews", "timeline", "checks"];

/** How far the lists of each subject (`pr-12`) are read, as far as that is stored. */
export async function readStatuses(
  stored: Stored,
  subjects: readonly string[],
): Promise<CollectionStatus[][]> {
  const wanted = subjects.flatMap((subject) =>
    COMPONENTS.map((component) => stored.names.of("collectionStatus", subject, component))
  );
  const read = await stored.some("collectionStatus", wanted);
  return subjects.map((_, index) =>
    read.slice(index * COMPONENTS.length, (index + 1) * COMPONENTS.length)
      .filter((status) => status !== null)
  );
}

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
  stored: Stored,
  subjects: readonly string[],
  keep: (event: SubjectEvent) => SubjectEvent,
): Promise<(Conversation | null)[]> {
  const firsts = subjects.map((subject) => stored.names.of("activityEvent", subject));
  const found: (Conversation | null)[] = [];
  for await (const list of stored.lists("activityEvent", firsts)) {
    found.push(
      list && {
        events: list.parts.flatMap(({ events }) => events.map(keep)),
        complete: list.whole,
      },
    );
  }
  return found;
}
