import assert from "node:assert/strict";
import type { MirrorArguments } from "../context/context.ts";
import { type ServerClock, serverClock } from "../asking/asking.ts";
import { cursorAt, newestOf, startOf } from "./times.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const at = (now: number | null): ServerClock => ({ now: () => now, told: () => now, see() {} });
const changed = (updated_at: unknown) => ({ updated_at });
const settings = (syncOverlapMinutes: number, firstSyncSince?: string) =>
  ({ syncOverlapMinutes, firstSyncSince }) as MirrorArguments;

Deno.test("cursor: one absurd date among good ones changes nothing", () => {
  const good = "2026-11-22T11:00:00Z";
  for (
    const absurd of [
      "9999-12-31T23:59:59Z",
      "+275760-09-13T00:00:00.000Z",
      "2026-11-22T13:00:01Z",
      "1969-12-31T23:59:59Z",
      "yesterday",
      "",
      "NaN",
      1e15,
      -1,
      null,
      [],
      {},
      "2026-99-99T00:00:00Z",
      "2026-11-22T11:30:00Z".padEnd(4000, "0"),
    ]
  ) {
    const newest = newestOf([changed(absurd), changed(good), changed(absurd)], at(NOW));
    assert.equal(newest, Date.parse(good), String(absurd));
  }
  assert.equal(newestOf([null, 3, "x", [], {}], at(NOW)), null);
});

Deno.test("cursor: a time that the server's clock allows counts, one past it is held back to it", () => {
  const ahead = "2026-11-22T12:10:00Z";
  const newest = newestOf([changed(ahead)], at(NOW));
  assert.equal(newest, Date.parse(ahead));
  assert.equal(cursorAt(null, newest, at(NOW)), "2026-11-22T12:00:00Z");
});

Deno.test("cursor: it never goes back, and a page without times leaves it", () => {
  const before = "2026-11-22T11:59:00Z";
  assert.equal(cursorAt(before, Date.parse("2026-11-22T11:58:59Z"), at(NOW)), before);
  assert.equal(cursorAt(before, null, at(NOW)), before);
  assert.equal(cursorAt(null, null, at(NOW)), null);
});

Deno.test("cursor: without a server's time the newest that was seen counts, but not the year 9999", () => {
  const newest = newestOf(
    [changed("2020-01-01T00:00:00Z"), changed("9999-01-01T00:00:00Z")],
    at(null),
  );
  assert.equal(cursorAt(null, newest, at(null)), "2020-01-01T00:00:00Z");
});

Deno.test("start: some minutes before the cursor, never before the first sync's beginning", () => {
  const cursor = "2026-11-22T12:00:00Z";
  assert.equal(startOf(cursor, settings(5)), NOW - 300_000);
  assert.equal(startOf(cursor, settings(0)), NOW);
  assert.equal(startOf(cursor, settings(1440, "2026-11-22T11:00:00Z")), NOW - 3_600_000);
  assert.equal(startOf(null, settings(5)), null);
  assert.equal(startOf(null, settings(5, "2026-11-22T14:00:00+02:00")), NOW);
});

Deno.test("server's clock: the slowest of several servers counts", () => {
  let passed = 0;
  const clock = serverClock(() => passed);
  const answer = (date: string) => ({ headers: new Headers({ date }) });
  assert.equal(clock.now(), null);
  assert.equal(clock.told(), null);
  clock.see(answer("no date"));
  assert.equal(clock.now(), null);
  clock.see(answer("Sun, 22 Nov 2026 12:10:00 GMT"));
  passed = 1_000;
  clock.see(answer("Sun, 22 Nov 2026 12:00:01 GMT"));
  passed = 2_000;
  clock.see(answer("Sun, 22 Nov 2026 12:10:02 GMT"));
  assert.equal(clock.now(), NOW + 2_000);
  passed = 9_000;
  assert.equal(clock.now(), NOW + 9_000);
  assert.equal(clock.told(), NOW + 2_000);
});
