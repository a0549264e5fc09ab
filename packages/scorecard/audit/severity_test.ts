import assert from "node:assert/strict";
import { severityOf } from "./osv.ts";

const scored = (...scores: string[]) =>
  severityOf({ severity: scores.map((score) => ({ type: "CVSS", score })) });

Deno.test("severity: the database's word wins, MODERATE is MEDIUM", () => {
  const severity = [{ score: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H" }];
  assert.equal(severityOf({ database_specific: { severity: "MODERATE" }, severity }), "MEDIUM");
  for (const word of ["LOW", "MEDIUM", "HIGH", "CRITICAL"] as const) {
    for (const severity of [word, word.toLowerCase()]) {
      assert.equal(severityOf({ database_specific: { severity } }), word);
    }
  }
});

Deno.test("severity: scores of 9, 7 and 4 are the first CRITICAL, HIGH and MEDIUM", () => {
  const expected = {
    "10": "CRITICAL",
    "10.1": "UNKNOWN",
    "4": "MEDIUM",
    "4.0": "MEDIUM",
    "9.0": "CRITICAL",
    "8.9": "HIGH",
    "7": "HIGH",
    "6.9": "MEDIUM",
    "3.9": "LOW",
  };
  for (const [score, severity] of Object.entries(expected)) assert.equal(scored(score), severity);
  assert.equal(scored("3.9", "9.1", "5"), "CRITICAL");
});

Deno.test("severity: vectors of CVSS 2, 3 and 4 score as published", () => {
  assert.equal(scored("CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"), "CRITICAL");
  assert.equal(scored("CVSS:3.0/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N"), "LOW");
  assert.equal(
    scored("CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:P/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N"),
    "HIGH",
  );
});

Deno.test("severity: what cannot be read is UNKNOWN, a partial vector too", () => {
  assert.equal(severityOf({}), "UNKNOWN");
  assert.equal(scored("CVSS:3.1/AV:N"), "UNKNOWN");
  assert.equal(scored("11"), "UNKNOWN");
  assert.equal(scored("nonsense"), "UNKNOWN");
  assert.equal(severityOf({ database_specific: { severity: "SOMETHING" } }), "UNKNOWN");
  assert.equal(severityOf({ severity: "HIGH" as never }), "UNKNOWN");
});
