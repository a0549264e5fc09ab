import assert from "node:assert/strict";
import { relativeDay } from "./when.tsx";

const NOW = new Date("2026-11-21T00:30:00Z");

Deno.test("days are told by the calendar, not by hours", () => {
  assert.equal(relativeDay(new Date("2026-11-21T23:59:00Z"), NOW), "today");
  assert.equal(relativeDay(new Date("2026-11-20T23:59:00Z"), NOW), "yesterday");
  assert.equal(relativeDay(new Date("2026-11-22T00:00:00Z"), NOW), "tomorrow");
});

Deno.test("within thirty days the count is told, beyond them the date", () => {
  assert.equal(relativeDay(new Date("2026-10-22T00:00:00Z"), NOW), "30 days ago");
  assert.equal(relativeDay(new Date("2026-10-21T00:00:00Z"), NOW), "2026-10-21");
  assert.equal(relativeDay(new Date("2026-12-01T00:00:00Z"), NOW), "in 10 days");
});
