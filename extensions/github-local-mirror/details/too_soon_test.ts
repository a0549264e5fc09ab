import assert from "node:assert/strict";
import { freshState } from "../state/sync_state.ts";
import { forgetReading, noteReading, queueTooSoon, readingBegins } from "./too_soon.ts";

const CHANGED = "2026-11-22T12:00:00Z";
const SECOND = Date.parse(CHANGED);

/** A state after readings of number 7 that began so many milliseconds after the second's beginning. */
function readAt(...began: number[]) {
  const state = freshState("o/r", "https://api.github.com");
  for (const after of began) {
    noteReading({ state }, 7, { updatedAt: CHANGED, began: SECOND + after });
  }
  return state;
}

const numbersOf = ({ readTooSoon }: ReturnType<typeof readAt>) =>
  readTooSoon.map(({ number }) => number);

Deno.test("too soon: a reading counts from the end of the second of the change on", () => {
  for (const after of [-60_000, -1, 0, 1, 999]) {
    assert.deepEqual(numbersOf(readAt(after)), [7], `${after} ms`);
  }
  for (const after of [1000, 1001, 3_600_000]) {
    assert.deepEqual(numbersOf(readAt(after)), [], `${after} ms`);
  }
});

Deno.test("too soon: a second reading counts when the second is over, and not before", () => {
  assert.deepEqual(numbersOf(readAt(0, 1000)), []);
  assert.deepEqual(numbersOf(readAt(0, 999, 0)), [7]);
});

Deno.test("too soon: a time of change far ahead of the other clocks is read again, not for ever", () => {
  const ahead = -3_600_000;
  assert.deepEqual(numbersOf(readAt(ahead, ahead + 4_999)), [7]);
  assert.deepEqual(numbersOf(readAt(ahead, ahead + 4_999, ahead + 5_000)), []);
});

Deno.test("too soon: what changed again since is judged again", () => {
  const state = readAt(-3_600_000);
  const updatedAt = "2026-11-22T12:00:01Z";
  noteReading({ state }, 7, { updatedAt, began: SECOND });
  assert.deepEqual(state.readTooSoon, [{ number: 7, updatedAt, readAt: SECOND }]);
});

Deno.test("too soon: a time that is none is not waited for", () => {
  const state = freshState("o/r", "https://api.github.com");
  noteReading({ state }, 7, { updatedAt: "soon", began: SECOND });
  assert.deepEqual(state.readTooSoon, []);
});

Deno.test("too soon: what stands in the queue keeps its place and its tries there", () => {
  const state = readAt(0);
  noteReading({ state }, 8, { updatedAt: CHANGED, began: SECOND });
  state.open.prs = [8];
  const failed = { number: 7, want: "details", open: true, updatedAt: "2026", tries: 3 } as const;
  state.queue = [failed];
  queueTooSoon(state);
  assert.deepEqual(state.queue, [
    failed,
    { number: 8, want: "details", open: true, updatedAt: CHANGED, tries: 0 },
  ]);
  forgetReading(state, 8);
  assert.deepEqual(numbersOf(state), [7]);
});

Deno.test("too soon: a platform without a clock is judged by our own", () => {
  const told = (time: number | null) => ({ asking: { clock: { told: () => time } } });
  assert.equal(readingBegins(told(SECOND)), SECOND);
  const before = Date.now();
  assert.ok(readingBegins(told(null)) >= before);
});
