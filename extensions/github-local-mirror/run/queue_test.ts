import assert from "node:assert/strict";
import { freshState, type QueueEntry } from "../state/sync_state.ts";
import { dequeue, enqueue, nextOf } from "./queue.ts";

const entry = (number: number, open: boolean, updatedAt: string) =>
  ({ number, want: "details", open, updatedAt }) as const;

Deno.test("queue: open ones come first, then those that changed last; what failed comes last", () => {
  const state = freshState("o/r", "https://api.github.com");
  enqueue(state, entry(1, false, "2026-03"));
  enqueue(state, entry(2, true, "2026-01"));
  enqueue(state, entry(3, true, "2026-02"));
  enqueue(state, entry(4, true, "2026-02"));
  state.queue.find(({ number }) => number === 4)!.tries = 1;
  const order: number[] = [];
  for (let next; (next = nextOf(state, new Set())) !== undefined;) {
    order.push(next.number);
    dequeue(state, next);
  }
  assert.deepEqual(order, [3, 2, 1, 4]);
});

Deno.test("queue: a subject is asked for once, by its newest state, and again after a failure", () => {
  const state = freshState("o/r", "https://api.github.com");
  enqueue(state, entry(1, true, "2026-01"));
  state.queue[0]!.tries = 3;
  enqueue(state, entry(1, false, "2026-02"));
  assert.deepEqual(state.queue, [{ ...entry(1, false, "2026-02"), tries: 0 }]);
});

Deno.test("queue: what was tried in a run is left for the next", () => {
  const state = freshState("o/r", "https://api.github.com");
  enqueue(state, entry(1, true, "2026-01"));
  const tried = new Set<QueueEntry>([state.queue[0]!]);
  assert.equal(nextOf(state, tried), undefined);
});
