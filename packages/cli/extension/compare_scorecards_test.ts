import assert from "node:assert/strict";
import type { FactorResult, Scorecard } from "@svc/core/wire";
import { compareScorecards, comparisonLines, NOTHING_PUBLISHED } from "./compare_scorecards.ts";

function card(factors: [id: string, earned: number, more?: Partial<FactorResult>][]): Scorecard {
  return {
    factors: factors.map(([id, earnedPoints, more]) => ({
      ...{ id, label: id, earnedPoints, maxPoints: 2, findings: [] },
      ...{ outcome: "passed", status: "earned", ...more },
    })),
  } as unknown as Scorecard;
}

Deno.test("points that got worse are named, and what could not be checked is not a loss", () => {
  const before = card([
    ["has-readme", 2],
    ["platforms", 0],
    ["dependency-trust", 2],
    ["repository-verified", 2],
    ["gone", 1],
  ]);
  const local = card([
    ["has-readme", 0, { outcome: "failed" }],
    ["platforms", 2],
    ["dependency-trust", 0, { outcome: "error" }],
    ["repository-verified", 0, { status: "provisional", outcome: "notRun" }],
    ["new", 0, { outcome: "failed" }],
  ]);
  assert.deepEqual(comparisonLines(compareScorecards(local, before, "2026.11.21.1")), [
    "Compared with 2026.11.21.1:",
    "  worse has-readme: 2 to 0 points",
    "  better platforms: 0 to 2 points",
    "  not checked dependency-trust",
  ]);
});

Deno.test("the same points and no published version are each said", () => {
  const same = card([["has-readme", 2]]);
  assert.deepEqual(comparisonLines(compareScorecards(same, same, "2026.11.21.1")), [
    "Compared with 2026.11.21.1: no factor changed.",
  ]);
  assert.deepEqual(comparisonLines(NOTHING_PUBLISHED), [
    "Nothing is published yet to compare with.",
  ]);
});
