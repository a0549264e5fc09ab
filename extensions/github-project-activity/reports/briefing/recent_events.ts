import type { DataReader } from "../../../platform/context.ts";
import type { BrokenDocument } from "../../../platform/report/stored_documents.ts";
import type { RepositoryName } from "../../../platform/repository_name.ts";
import type { Subject } from "../../../platform/subjects/subject.ts";
import type { LedgerEvent } from "../../outputs/activity_event.ts";
import { isWanted, toPageEvent } from "../../pr_report/page_event.ts";
import { recordedEvents, subjectEvents } from "../../stored/subject_events.ts";
import type { RecentEvent } from "./briefing.ts";
import type { ChangedSubject } from "./open_subjects.ts";

/** Events that the briefing shows. */
const SHOWN = 30;

/** Subjects whose events are read together. */
const TOGETHER = 50;

interface Found {
  event: LedgerEvent;
  subject: Subject | null;
}

/**
 * The newest events of the ledger, newest first. A subject tells when it changed last, so that only
 * the events of those that changed lately are read.
 */
export async function recentEvents(
  reader: DataReader,
  repository: RepositoryName,
  changed: readonly ChangedSubject[],
  { includePrivate, broken }: { includePrivate: boolean; broken: BrokenDocument[] },
): Promise<RecentEvent[]> {
  const wanted = { includePrivate, since: null, until: null };
  let newest: Found[] = [];
  const add = (more: readonly Found[]) => {
    const shown = more.filter(({ event }) => isWanted(event, wanted));
    newest = [...newest, ...shown].sort(byTime).slice(0, SHOWN);
  };
  for await (const { document } of recordedEvents(reader, repository, { includePrivate, broken })) {
    const { subjectType, number, events } = document;
    const subject = subjectType === null || number === null ? null : { subjectType, number };
    add(events.map((event) => ({ event, subject })));
  }
  const ordered = changed.toSorted((one, other) =>
    Date.parse(other.updatedAt) - Date.parse(one.updatedAt)
  );
  for (let at = 0; at < ordered.length; at += TOGETHER) {
    const some = ordered.slice(at, at + TOGETHER);
    // Nothing can have happened after the last change: what follows is older than all that is shown.
    if (newest.length === SHOWN && isOlder(some[0]!.updatedAt, newest.at(-1)!.event.at)) break;
    const places = some.map(({ subject }) => ({ repository, subject }));
    const stored = await subjectEvents(reader, places, broken);
    add(
      stored.flatMap(({ events }, index) =>
        events.map((event) => ({ event, subject: some[index]!.subject }))
      ),
    );
  }
  return newest.map(({ event, subject }) => ({ ...toPageEvent(event), subject }));
}

function isOlder(time: string, other: string): boolean {
  return Date.parse(time) < Date.parse(other);
}

function byTime({ event: one }: Found, { event: other }: Found): number {
  return Date.parse(other.at) - Date.parse(one.at) || (one.id < other.id ? -1 : 1);
}
