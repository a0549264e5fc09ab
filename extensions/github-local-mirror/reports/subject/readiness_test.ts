import assert from "node:assert/strict";
import type { PrSnapshot } from "../../../platform/subjects/snapshots.ts";
import { newPr, newReviewer, shaOf } from "../../testing/stored.ts";
import { type Facts, factsOf } from "../queue/facts.ts";
import { readinessOfIssue, readinessOfPr, type Verdict } from "./readiness.ts";

const JUDGED = { isOpen: true, needsClarificationLabels: ["needs-info"] };

/** Facts of which nothing is missing but what the test takes away. */
function facts(change: Partial<PrSnapshot>, known: Partial<Facts> = {}): Facts {
  const nothing = {
    head: null,
    checks: null,
    revision: null,
    pushedByBot: null,
    conversation: null,
    statuses: [],
  };
  return { ...factsOf(newPr(1, change), nothing), checks: "success", missing: [], ...known };
}

const CASES: readonly [string, Partial<PrSnapshot>, Partial<Facts>, Verdict][] = [
  ["all is known and nothing speaks against it", {}, {}, "Ready"],
  ["there are no checks", {}, { checks: "none" }, "Ready"],
  ["it is a draft", { draft: true }, {}, "Not Ready"],
  ["a check fails", {}, { checks: "failure" }, "Not Ready"],
  [
    "a check fails and something is not known",
    {},
    { checks: "failure", missing: ["x"] },
    "Not Ready",
  ],
  ["checks are not finished", {}, { checks: "pending" }, "Unknown"],
  ["checks are not read", {}, { checks: null }, "Unknown"],
  [
    "changes are requested",
    {
      reviewers: [newReviewer("bob", "changes-requested", shaOf("e"))],
    },
    {},
    "Not Ready",
  ],
  ["the reviews are not read", { reviewers: null }, {}, "Unknown"],
  ["it waits for an explanation", { labels: ["NEEDS-INFO"] }, {}, "Not Ready"],
  ["a list was not read to its end", {}, { missing: ["the end of its reviews"] }, "Unknown"],
];

for (const [name, change, known, verdict] of CASES) {
  Deno.test(`${name}: ${verdict}`, () => {
    assert.equal(readinessOfPr(facts(change, known), JUDGED).verdict, verdict);
  });
}

Deno.test("what is closed has no verdict", () => {
  assert.equal(readinessOfPr(facts({}), { ...JUDGED, isOpen: false }).verdict, null);
});

Deno.test("an issue is ready unless it waits for an explanation", () => {
  assert.equal(readinessOfIssue([], JUDGED).verdict, "Ready");
  assert.equal(readinessOfIssue(["needs-info"], JUDGED).verdict, "Not Ready");
});
