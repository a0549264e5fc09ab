import assert from "node:assert/strict";
import type { IssueSnapshot } from "../../platform/subjects/snapshots.ts";
import type { LedgerEvent } from "../outputs/activity_event.ts";
import { newEvent, newIssue, newPr, OWN } from "../testing/ledger.ts";
import { subjectDocuments } from "./subject_documents.ts";
import type { SubjectReading } from "./subject_reading.ts";

/** An issue as a list tells of it. */
function listed(number: number): IssueSnapshot {
  const { lastConversationAt: _, ...issue } = newIssue(number);
  return issue;
}

const reading = (more: Partial<SubjectReading>): SubjectReading => ({
  subjectType: "issue",
  number: 7,
  snapshot: listed(7),
  read: ["conversation"],
  events: [],
  ...more,
} as SubjectReading);

const nothing = { snapshot: null, events: [] };

const eventsOf = (documents: ReturnType<typeof subjectDocuments>) =>
  documents.filter(({ spec }) => spec === "activityEvent")
    .flatMap(({ data }) => (data as { events: LedgerEvent[] }).events);

Deno.test("a list that was read replaces what it told before, the others stay", () => {
  const stored = {
    snapshot: newIssue(7),
    events: [
      newEvent("2026-01-02T00:00:00Z", { id: "comment-1" }),
      newEvent("2026-01-03T00:00:00Z", { id: "labeled-1", type: "labeled" }),
    ],
  };
  const events = [newEvent("2026-01-04T00:00:00Z", { id: "comment-2" })];
  const ids = eventsOf(subjectDocuments(OWN, reading({ events }), stored)).map(({ id }) => id);
  assert.deepEqual(ids, ["labeled-1", "comment-2"]);
});

Deno.test("events of one second stand by their ids, whichever way they came", () => {
  const at = "2026-01-02T00:00:00Z";
  const both = [newEvent(at, { id: "comment-2" }), newEvent(at, { id: "comment-1" })];
  const ids = (events: LedgerEvent[]) =>
    eventsOf(subjectDocuments(OWN, reading({ events }), nothing)).map(({ id }) => id);
  assert.deepEqual(ids(both), ["comment-1", "comment-2"]);
  assert.deepEqual(ids(both.toReversed()), ids(both));
  assert.deepEqual(ids([...both, ...both]), ids(both));
});

Deno.test("more than 500 events, or a megabyte of them, go on in the next part", () => {
  const many = (count: number, body = "") =>
    Array.from(
      { length: count },
      (_, index) => newEvent("2026-01-02T00:00:00Z", { id: `comment-${1_000 + index}`, body }),
    );
  const parts = (events: LedgerEvent[]) =>
    subjectDocuments(OWN, reading({ events }), nothing)
      .filter(({ spec }) => spec === "activityEvent")
      .map(({ name, data }) => {
        const { part, parts, events } = data as { part: number; parts: number; events: unknown[] };
        return [
          name.slice("activityevent.octocat~hello-world~".length),
          part,
          parts,
          events.length,
        ];
      });
  assert.deepEqual(parts(many(500)), [["issue-7", 1, 1, 500]]);
  assert.deepEqual(parts(many(501)), [["issue-7", 1, 2, 500], ["issue-7~2", 2, 2, 1]]);
  assert.deepEqual(parts(many(20, "x".repeat(65_000))), [
    ["issue-7", 1, 2, 15],
    ["issue-7~2", 2, 2, 5],
  ]);
  assert.deepEqual(parts([]), [["issue-7", 1, 1, 0]]);
});

Deno.test("when a person wrote last: no bot counts, a deleted account does", () => {
  const last = (events: LedgerEvent[], author: Partial<IssueSnapshot> = {}) => {
    const snapshot = { ...listed(7), ...author };
    const [document] = subjectDocuments(OWN, reading({ snapshot, events }), nothing);
    return (document!.data as { lastConversationAt: string | null }).lastConversationAt;
  };
  const [opened, second, third] = [1, 2, 3].map((day) => `2026-01-0${day}T00:00:00Z`);
  const bot = newEvent(third!, { id: "comment-3", actor: "x[bot]", actorType: "bot" });
  const ghost = newEvent(second!, { id: "comment-2", actor: null, actorType: null });
  const label = newEvent(third!, { id: "labeled-3", type: "labeled" });
  assert.equal(last([]), opened);
  assert.equal(last([ghost, bot, label]), second);
  assert.equal(last([bot], { author: "x[bot]", authorType: "bot" }), null);
});

Deno.test("what GitHub has no longer stays as it was, and what was never stored is nothing", () => {
  const gone = reading({
    snapshot: null,
    goneAt: "2026-02-01T00:00:00Z",
    transferredTo: null,
    read: [],
  } as Partial<SubjectReading>);
  assert.deepEqual(subjectDocuments(OWN, gone, nothing), []);
  const [document] = subjectDocuments(OWN, gone, { ...nothing, snapshot: newIssue(7) });
  assert.deepEqual(document!.data, {
    ...newIssue(7),
    state: "deleted",
    fetchedAt: "2026-02-01T00:00:00Z",
  });
});

Deno.test("without a timeline, a head that moved changed by the time GitHub names", () => {
  const { lastConversationAt: _, lastCodeChangeAt: __, mergeConflict: ___, ...before } = newPr(12);
  const snapshot = {
    ...before,
    head: { ...before.head!, sha: "c".repeat(40) },
    updatedAt: "2026-03-01T00:00:00Z",
  };
  const changed = (head: typeof snapshot) => {
    const one = { subjectType: "pr", number: 12, snapshot: head, read: [], events: [] } as const;
    const [document] = subjectDocuments(OWN, { ...one, read: [], events: [] }, {
      snapshot: newPr(12),
      events: [],
    });
    return (document!.data as { lastCodeChangeAt: string }).lastCodeChangeAt;
  };
  assert.equal(changed(snapshot), "2026-03-01T00:00:00Z");
  assert.equal(changed({ ...snapshot, head: before.head! }), newPr(12).lastCodeChangeAt);
});
