import assert from "node:assert/strict";
import { sinceTime } from "./since.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");

for (
  const [since, time] of [
    ["2026-11-01", "2026-11-01T00:00:00.000Z"],
    ["2028-02-29", "2028-02-29T00:00:00.000Z"],
    ["2026-11-01T08:30:00Z", "2026-11-01T08:30:00.000Z"],
    ["2026-11-01T08:30Z", "2026-11-01T08:30:00.000Z"],
    ["2026-11-01T08:30:00+02:00", "2026-11-01T06:30:00.000Z"],
  ] as const
) {
  Deno.test(`since ${since} is ${time}`, () => {
    assert.equal(sinceTime({ since }, NOW)?.toISOString(), time);
  });
}

for (
  const since of ["2026-02-31", "2026-13-01", "yesterday", "", "1", "2026-11-01T08:30:00"]
    .concat("2026-11-01T25:00:00Z", "11/22/2026", "2026-11-01\n", "+012026-11-01")
) {
  Deno.test(`since ${JSON.stringify(since)} is refused, with a date to write instead`, () => {
    assert.throws(
      () => sinceTime({ since }, NOW),
      /: since, .* is not a date\. Write 2026-11-22/s,
    );
  });
}

Deno.test("sinceDays counts back from now", () => {
  assert.equal(sinceTime({ sinceDays: 2 }, NOW)?.toISOString(), "2026-11-20T12:00:00.000Z");
});

Deno.test("since and sinceDays cannot be used together, and neither means all", () => {
  assert.throws(() => sinceTime({ since: "2026-11-01", sinceDays: 1 }, NOW), /Give one of them/);
  assert.equal(sinceTime({}, NOW), undefined);
});
