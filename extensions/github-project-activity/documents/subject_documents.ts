import type { DataReader } from "../../platform/context.ts";
import type { Document } from "../../platform/documents/document_writer.ts";
import { inParts } from "../../platform/documents/parts.ts";
import { readDocuments } from "../../platform/report/stored_documents.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import type { PrSnapshot, SubjectSnapshot } from "../../platform/subjects/snapshots.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import { eventsName, snapshotName } from "../naming/names.ts";
import type { LedgerEvent } from "../outputs/activity_event.ts";
import {
  issueSnapshotSchema,
  type LedgerIssue,
  type LedgerPr,
  prSnapshotSchema,
} from "../outputs/subjects.ts";
import { subjectEvents } from "../stored/subject_events.ts";
import { componentOf, type SubjectReading } from "./subject_reading.ts";

/** The documents of one subject: what was read, with what is stored and was not read this time. */
export function subjectDocuments(
  repo: RepositoryName,
  reading: SubjectReading,
  stored: StoredSubject,
): Document[] {
  const events = mergedEvents(reading, stored);
  const snapshot = snapshotOf(reading, stored, events);
  if (snapshot === null) return [];
  const spec = reading.subjectType === "pr" ? "prSnapshot" : "issueSnapshot";
  const documents: Document[] = [{ spec, name: snapshotName(repo, reading), data: snapshot }];
  if (reading.read.length === 0) return documents;
  const parts = inParts(events);
  const { subjectType, number } = reading;
  return [
    ...documents,
    ...parts.map((part, index) => ({
      spec: "activityEvent",
      name: eventsName(repo, reading, index + 1),
      data: {
        repo: snapshot.repo,
        subjectType,
        number,
        source: "github",
        part: index + 1,
        parts: parts.length,
        events: part,
        fetchedAt: snapshot.fetchedAt,
      },
    })),
  ];
}

/** Each event once, oldest first. A list that was read replaces what it told before. */
function mergedEvents({ read, events }: SubjectReading, stored: StoredSubject): LedgerEvent[] {
  const kept = stored.events.filter((event) => !read.includes(componentOf(event)));
  const byId = new Map([...kept, ...events].map((event) => [event.id, event]));
  return [...byId.values()].sort((one, other) =>
    compare(one.at, other.at) || compare(one.id, other.id)
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function snapshotOf(
  reading: SubjectReading,
  stored: StoredSubject,
  events: readonly LedgerEvent[],
): LedgerPr | LedgerIssue | null {
  if (reading.snapshot === null) return gone(reading, stored);
  const lastConversationAt = lastConversation(reading.snapshot, events);
  if (reading.subjectType === "issue") return { ...reading.snapshot, lastConversationAt };
  const pr = withReviews(reading, stored);
  return {
    ...pr,
    lastConversationAt,
    lastCodeChangeAt: lastCodeChange(pr, events, stored.snapshot),
    mergeConflict: pr.mergeable === null ? "unknown" : !pr.mergeable,
  };
}

/** A pull request; what its reviews said before stays when they were not read this time. */
function withReviews(
  { read, snapshot }: SubjectReading & { snapshot: PrSnapshot },
  stored: StoredSubject,
): PrSnapshot {
  const before = stored.snapshot;
  if (read.includes("reviews") || before === null || !("reviewers" in before)) return snapshot;
  const { reviewers, reviewDecision, detailsOf } = before;
  return { ...snapshot, reviewers, reviewDecision, detailsOf };
}

/** A subject that GitHub has no longer, as it was stored last; null when it never was. */
function gone(
  { goneAt, transferredTo }: SubjectReading & { snapshot: null },
  { snapshot }: StoredSubject,
): LedgerPr | LedgerIssue | null {
  if (snapshot === null) return null;
  const change = { state: "deleted", fetchedAt: goneAt } as const;
  return "stateReason" in snapshot
    ? { ...snapshot, ...change, transferredTo }
    : { ...snapshot, ...change };
}

/** Events in which somebody says something. */
const SAID: readonly string[] = ["commented", "reviewed", "line-commented"];

/** Events that change a pull request's code. */
const CODE: readonly string[] = ["committed", "head_ref_force_pushed"];

/**
 * When a person wrote last: a comment, a review, or the subject itself. An account that is gone was
 * a person's; null when only bots wrote.
 */
function lastConversation(
  subject: Pick<SubjectSnapshot, "authorType" | "createdAt">,
  events: readonly LedgerEvent[],
): string | null {
  const opened = subject.authorType === "bot" ? [] : [subject.createdAt];
  const said = events.filter(({ type, actorType }) => SAID.includes(type) && actorType !== "bot")
    .map(({ at }) => at);
  return newest([...opened, ...said]);
}

/**
 * When a pull request's code changed last. Commits tell their author's clock, so none counts as
 * later than GitHub says that the pull request changed. Without a timeline, a head that moved since
 * it was read last did so by then at the latest.
 */
function lastCodeChange(
  pr: Pick<PrSnapshot, "head" | "updatedAt">,
  events: readonly LedgerEvent[],
  stored: LedgerPr | LedgerIssue | null,
): string | null {
  const pushed = events.filter(({ type }) => CODE.includes(type)).map(({ at }) => at);
  const known = newest(pushed);
  const before = stored !== null && "head" in stored ? stored : null;
  const moved = before?.head && pr.head && before.head.sha !== pr.head.sha;
  const shown = pr.head !== null && events.some(({ sha }) => sha === pr.head!.sha);
  if (moved && !shown) return pr.updatedAt;
  if (known === null) return before?.lastCodeChangeAt ?? null;
  return earlier(known, pr.updatedAt);
}

function newest(times: readonly string[]): string | null {
  return times.reduce<string | null>(
    (last, time) => last === null || time > last ? time : last,
    null,
  );
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

/** What is stored of a subject. */
export interface StoredSubject {
  /** Null when there is none, or none of its shape. */
  snapshot: LedgerPr | LedgerIssue | null;
  events: LedgerEvent[];
}

/** What is stored of subjects, in their order. */
export async function storedSubjects(
  data: DataReader,
  repository: RepositoryName,
  subjects: readonly Subject[],
): Promise<StoredSubject[]> {
  const names = subjects.map((one) => snapshotName(repository, one));
  const snapshots = await readDocuments<LedgerPr | LedgerIssue>(data, names, {
    schema: prSnapshotSchema.or(issueSnapshotSchema),
    // What is broken is written again.
    broken: [],
  });
  const places = subjects.map((subject) => ({ repository, subject }));
  const events = await subjectEvents(data, places, []);
  return subjects.map((_, index) => ({
    snapshot: snapshots[index]!,
    events: events[index]!.events,
  }));
}
