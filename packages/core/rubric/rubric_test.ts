import assert from "node:assert/strict";
import fc from "fast-check";
import {
  FACTORS,
  gradeOf,
  GRADES,
  percentage,
  PROVENANCE_FACTOR,
  RUBRIC_VERSION,
  SERVER_DIVISOR,
} from "./rubric.ts";

/** Spec §2.6, transcribed by hand: id, label, points, data scope. */
const SPEC = [
  ["has-readme", "Has README or module doc", 2, "version"],
  ["readme-example", "README has a code example", 1, "version"],
  ["rich-readme", "README is substantive", 1, "version"],
  ["symbols-docs", "Most symbols documented", 1, "version"],
  ["fast-check", "No slow types", 1, "version"],
  ["description", "Has description", 1, "package"],
  ["platforms", "Platform support declared (or universal)", 2, "package"],
  ["has-license", "License declared", 1, "package"],
  ["repository-verified", "Verified public repository", 2, "verification"],
  ["dependency-trust", "Dependencies pass trust audit", 2, "version"],
];

Deno.test("the ten factors are those of spec §2.6, in its order", () => {
  assert.deepEqual(FACTORS.map(({ id, label, points, scope }) => [id, label, points, scope]), SPEC);
});

Deno.test("the server counts 14 points, 15 with provenance", () => {
  assert.equal(SERVER_DIVISOR, 14);
  assert.equal(SERVER_DIVISOR + PROVENANCE_FACTOR.points, 15);
});

Deno.test("the client's total without verification is 12", () => {
  const verification = FACTORS.find(({ id }) => id === "repository-verified")!;
  assert.equal(SERVER_DIVISOR - verification.points, 12);
});

/** Grade of each whole score out of 14, worked out by hand from spec §2.6. */
const OUT_OF_14 = [
  [14, 100, "A"],
  [13, 92, "A"],
  [12, 85, "B"],
  [11, 78, "B"],
  [10, 71, "C"],
  [9, 64, "C"],
  [8, 57, "D"],
  [7, 50, "D"],
  [6, 42, "D"],
  [5, 35, "F"],
  [4, 28, "F"],
  [3, 21, "F"],
  [2, 14, "F"],
  [1, 7, "F"],
  [0, 0, "F"],
] as const;

for (const [earned, percent, grade] of OUT_OF_14) {
  Deno.test(`${earned}/14 is ${percent} % and an ${grade}`, () => {
    assert.equal(percentage(earned, 14), percent);
    assert.equal(gradeOf(earned, 14), grade);
  });
}

Deno.test("losing one factor of two points alone is a B", () => {
  for (const { points } of FACTORS.filter((factor) => factor.points === 2)) {
    assert.equal(gradeOf(SERVER_DIVISOR - points, SERVER_DIVISOR), "B");
  }
});

Deno.test("losing one factor of one point alone is still an A", () => {
  assert.equal(gradeOf(SERVER_DIVISOR - 1, SERVER_DIVISOR), "A");
});

Deno.test("all 12 that a client can earn are 100 %", () => {
  assert.equal(percentage(12, 12), 100);
  assert.equal(gradeOf(12, 12), "A");
});

Deno.test("the rubric and its grades are those of spec §2.6", () => {
  assert.deepEqual(GRADES, [["A", 90], ["B", 75], ["C", 60], ["D", 40], ["F", 0]]);
  // Facts are stored under it: a change of the rules counts it up.
  assert.equal(RUBRIC_VERSION, 1);
});

Deno.test("a grade's minimum itself earns it, the least below does not", () => {
  for (const [grade, minimum] of GRADES) {
    assert.equal(gradeOf(minimum, 100), grade);
    if (minimum > 0) assert.notEqual(gradeOf(minimum * 1000 - 1, 100_000), grade);
  }
});

Deno.test("percent and grade agree, and more points never grade lower", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 1000 }), fc.nat(1000), (divisor, points) => {
    const earned = Math.min(points, divisor);
    const percent = percentage(earned, divisor);
    assert.ok(percent <= (earned * 100) / divisor && percent + 1 > (earned * 100) / divisor);
    const byPercent = GRADES.find(([, minimum]) => percent >= minimum)![0];
    assert.equal(gradeOf(earned, divisor), byPercent);
    if (earned < divisor) assert.ok(gradeOf(earned + 1, divisor) <= gradeOf(earned, divisor));
  }));
});

Deno.test("a divisor of nothing is 0 %, not a division by zero", () => {
  assert.equal(percentage(0, 0), 0);
});
