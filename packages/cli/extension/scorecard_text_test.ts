import assert from "node:assert/strict";
import type { FactorResult, Scorecard } from "@svc/core/wire";
import { paintFor } from "../frame/paint.ts";
import { scorecardText } from "./scorecard_text.ts";

const paint = paintFor(false, false, () => undefined);

function card(factors: Partial<FactorResult>[], more: Partial<Scorecard> = {}): Scorecard {
  return {
    rubricVersion: 1,
    audience: "client",
    earnedPoints: 1,
    maxPoints: 12,
    provisionalPoints: 0,
    percentage: 8,
    grade: "F",
    allPassed: false,
    factors: factors.map((factor) => ({
      id: "has-readme",
      label: "Has README",
      earnedPoints: 0,
      maxPoints: 2,
      outcome: "failed",
      status: "missing",
      findings: [],
      ...factor,
    })),
    dependencyTrust: { outcome: "passed", audited: [] },
    ...more,
  };
}

const findings = Array.from({ length: 8 }, (_, index) => ({
  place: `models/a.ts:${index + 1}`,
  message: "is not documented",
}));

Deno.test("five places are shown, the others counted, and all of them when verbose", () => {
  const some = scorecardText(card([{ findings, remediation: "Document it." }]), {
    paint,
    verbose: false,
  });
  assert.match(some, /models\/a\.ts:5: is not documented\n {6}and 3 more; --verbose shows them\n/);
  assert.match(some, / {6}→ Document it\.$/m);
  const all = scorecardText(card([{ findings }]), { paint, verbose: true });
  assert.match(all, /models\/a\.ts:8/);
  assert.doesNotMatch(all, /more;/);
});

Deno.test("earned, provisional and missing have a mark each, and earned ones no explanation", () => {
  const text = scorecardText(
    card([
      { status: "earned", earnedPoints: 2, findings },
      { id: "repository-verified", status: "provisional" },
      { id: "description" },
    ], { provisionalPoints: 2 }),
    { paint, verbose: false },
  );
  assert.match(
    text,
    /^Score: 1\/12 \(\+2 pending server verification\), 8%, grade F, 1 factor missing$/m,
  );
  assert.match(text, /✓ \[2\/2\] {2}has-readme/);
  assert.match(text, /~ \[0\/2\] {2}repository-verified/);
  assert.match(text, /✗ \[0\/2\] {2}description/);
  assert.doesNotMatch(text, /is not documented/);
});

Deno.test("a dependency shows what is known of it, and its warnings", () => {
  const text = scorecardText(
    card([], {
      dependencyTrust: {
        outcome: "passed",
        audited: [{
          name: "zod",
          version: "4.6.7",
          registry: "npm",
          license: "MIT",
          weeklyDownloads: 12,
          lastPublishedAt: "2026-01-02T00:00:00Z",
          outcome: "passed",
          blockers: [],
          warnings: ["fewer than 1000 weekly downloads"],
        }],
      },
    }),
    { paint, verbose: false },
  );
  assert.match(
    text,
    /npm:zod@4\.6\.7 {2}trusted · MIT · 12 downloads a week · last published 2026-01-02\n {6}warning: fewer/,
  );
});
