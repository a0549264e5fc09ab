import assert from "node:assert/strict";
import { weekOf, weeksBefore } from "./week.ts";

Deno.test("a week begins on Monday at midnight (UTC), across months, years and 1970", () => {
  const weeks: Record<string, string> = {
    "2026-11-22T23:59:59.999Z": "2026-11-16",
    "2026-11-23T00:00:00.000Z": "2026-11-23",
    "2026-11-29T23:59:59.999Z": "2026-11-23",
    "2027-01-01T00:00:00.000Z": "2026-12-28",
    "2024-03-03T12:00:00.000Z": "2024-02-26",
    "1970-01-01T00:00:00.000Z": "1969-12-29",
  };
  for (const [at, week] of Object.entries(weeks)) {
    assert.equal(weekOf(new Date(at)), week);
    assert.equal(new Date(week).getUTCDay(), 1);
  }
  assert.equal(weeksBefore("2027-01-04", 1), "2026-12-28");
  assert.equal(weeksBefore("2026-12-28", -1), "2027-01-04");
  assert.equal(weeksBefore("2026-11-23", 26), "2026-05-25");
});
