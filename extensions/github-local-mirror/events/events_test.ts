import assert from "node:assert/strict";
import type { SubjectEvent } from "../../platform/subjects/event.ts";
import { mergeEvents } from "./stored_events.ts";

const comment = (id: number, at: string, more: Partial<SubjectEvent> = {}): SubjectEvent => ({
  id: `comment-${id}`,
  type: "commented",
  actor: "ann",
  actorType: "user",
  at,
  ...more,
});
const T = "2026-11-22T00:00:0";

Deno.test("events: an edited one replaces, whichever reading came first", () => {
  const first = comment(1, `${T}0Z`, { body: "a" });
  const edited = comment(1, `${T}0Z`, { body: "b", updatedAt: `${T}5Z` });
  assert.deepEqual(mergeEvents([first], [edited]), [edited]);
  assert.deepEqual(mergeEvents([edited], [first]), [edited]);
});

Deno.test("events: of the same second they come in the same order, however they were read", () => {
  const events = [comment(2, `${T}1Z`), comment(10, `${T}1Z`), comment(1, `${T}2Z`)];
  const orders = [[0, 1, 2], [2, 1, 0], [1, 2, 0]].map((order) => order.map((one) => events[one]!));
  const merged = orders.map((order) => mergeEvents(order.slice(0, 1), order.slice(1)));
  assert.deepEqual(merged[1], merged[0]);
  assert.deepEqual(merged[2], merged[0]);
  assert.equal(merged[0]!.at(-1)!.id, "comment-1");
});
