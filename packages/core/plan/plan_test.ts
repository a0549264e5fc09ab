import assert from "node:assert/strict";
import fc from "fast-check";
import { isPaid, PLANS, strongestPlan } from "./plan.ts";
import { trialAt } from "./trial.ts";

const DAY = 86_400_000;
const START = new Date("2026-01-01T12:00:00Z");
const after = (days: number) => new Date(START.getTime() + days * DAY);

Deno.test("the strongest plan wins, free when there is none (spec §2.5)", () => {
  assert.equal(strongestPlan([]), "free");
  assert.equal(strongestPlan(["free", "enterprise", "team"]), "enterprise");
  fc.assert(fc.property(fc.array(fc.constantFrom(...PLANS)), (plans) => {
    const strongest = PLANS.indexOf(strongestPlan(plans));
    assert.ok(plans.every((plan) => PLANS.indexOf(plan) <= strongest));
  }));
});

Deno.test("only the free plan is not paid for", () => {
  assert.deepEqual(PLANS.filter((plan) => !isPaid(plan)), ["free"]);
});

Deno.test("a trial lasts 30 days: day 1 at once, day 30 is the last, day 31 has expired (spec §3.2)", () => {
  assert.deepEqual(trialAt(START, START), {
    state: "active",
    startedAt: START.toISOString(),
    endsAt: after(30).toISOString(),
    dayNumber: 1,
    daysRemaining: 30,
    totalDays: 30,
  });
  const last = trialAt(START, new Date(after(30).getTime() - 1));
  assert.equal(last.state, "active");
  assert.equal(last.dayNumber, 30);
  assert.equal(last.daysRemaining, 1);
  const over = trialAt(START, after(30));
  assert.equal(over.state, "expired");
  assert.equal(over.dayNumber, 31);
  assert.equal(over.daysRemaining, 0);
  assert.equal(trialAt(START, after(45)).daysRemaining, 0);
});

Deno.test("while it is active, day number and days left add up to 31", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 30 * DAY - 1 }), (elapsed) => {
    const trial = trialAt(START, new Date(START.getTime() + elapsed));
    assert.equal(trial.state, "active");
    assert.equal(trial.dayNumber! + trial.daysRemaining, 31);
  }));
});

Deno.test("days are elapsed time, so neither a time zone nor a clock change moves them", () => {
  const trial = trialAt(
    new Date("2026-03-28T23:30:00+01:00"),
    new Date("2026-03-29T23:29:59+02:00"),
  );
  assert.equal(trial.dayNumber, 1);
});

Deno.test("a clock behind the start counts as the first day, never as a negative one", () => {
  const trial = trialAt(START, after(-5));
  assert.equal(trial.dayNumber, 1);
  assert.equal(trial.daysRemaining, 30);
});

Deno.test("without a start there is no trial and no day number", () => {
  const trial = trialAt(null, START);
  assert.deepEqual(trial, {
    state: "none",
    startedAt: null,
    endsAt: null,
    daysRemaining: 0,
    totalDays: 30,
  });
});
