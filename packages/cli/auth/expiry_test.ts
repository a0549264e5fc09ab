import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { parseExpiry } from "./expiry.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const at = (text: string) => parseExpiry(text, NOW).toISOString();

Deno.test("an expiry is a span from now, a date or an instant", () => {
  assert.equal(at("12h"), "2026-11-22T00:00:00.000Z");
  assert.equal(at("90d"), "2027-02-19T12:00:00.000Z");
  assert.equal(at("2w"), "2026-12-05T12:00:00.000Z");
  assert.equal(at("1y"), "2027-11-21T12:00:00.000Z");
  assert.equal(at("2027-01-31"), "2027-01-31T00:00:00.000Z");
  assert.equal(at("2027-01-31T08:00:00+01:00"), "2027-01-31T07:00:00.000Z");
});

Deno.test("what has passed, is no time, or is not a date is refused", () => {
  for (const text of ["0d", "2026-11-21", "2020-01-01", "soon", "90", "-1d", "2027-13-40", ""]) {
    assert.throws(() => parseExpiry(text, NOW), (error: SvcError) => error.code === "usage", text);
  }
});
