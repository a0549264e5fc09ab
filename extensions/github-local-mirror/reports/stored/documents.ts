import type { DataReader } from "../../../platform/context.ts";
import {
  type BrokenDocument,
  readDocuments,
  readParts,
  storedDocuments,
} from "../../../platform/report/stored_documents.ts";
import type { SubjectEvent } from "../../../platform/subjects/event.ts";
import {
  type CollectionStatus,
  collectionStatusSchema,
  type SyncRunSummary,
  syncRunSummarySchema,
} from "../../outputs/mirror.ts";
import { activityEventSchema } from "../../outputs/subjects.ts";
import type { Names } from "./names.ts";

/** Syncs that the report shows. */
const SHOWN = 10;

/** The last ten syncs, newest first. */
export async function readRuns(
  reader: DataReader,
  names: Names,
  broken: BrokenDocument[],
): Promise<SyncRunSummary[]> {
  let newest: SyncRunSummary[] = [];
  const reading = {
    spec: "syncRunSummary",
    schema: syncRunSummarySchema,
    prefix: names.prefix("syncRunSummary"),
    broken,
  };
  for await (const { document } of storedDocuments(reader, reading)) {
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
  reader: DataReader,
  names: Names,
  subjects: readonly string[],
  broken: BrokenDocument[],
): Promise<CollectionStatus[][]> {
  const wanted = subjects.flatMap((subject) =>
    COMPONENTS.map((component) => names.of("collectionStatus", subject, component))
  );
  const read = await readDocuments(reader, wanted, { schema: collectionStatusSchema, broken });
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
  reader: DataReader,
  { names, subjects, broken, keep }: {
    names: Names;
    subjects: readonly string[];
    broken: BrokenDocument[];
    keep: (event: SubjectEvent) => SubjectEvent;
  },
): Promise<(Conversation | null)[]> {
  const firsts = subjects.map((subject) => names.of("activityEvent", subject));
  const found: (Conversation | null)[] = [];
  for await (const list of readParts(reader, firsts, { schema: activityEventSchema, broken })) {
    found.push(
      list && {
        events: list.parts.flatMap(({ events }) => events.map(keep)),
        complete: list.whole,
      },
    );
  }
  return found;
}
