import assert from "node:assert/strict";
import fc from "fast-check";
import { newReviewer, shaOf, SYNCED } from "../../testing/stored.ts";
import { type Bucket, BUCKETS, decide, type Rules } from "./decide.ts";
import type { Facts } from "./facts.ts";

const HEAD = shaOf("a");
const EARLIER = shaOf("e");

const RULES: Rules = {
  needsClarificationLabels: ["needs-info"],
  reviewFocusStaleDays: 14,
  asOf: SYNCED,
  listed: true,
};

/** A pull request of which all is known and which nobody has looked at. */
function facts(change: Partial<Facts> = {}): Facts {
  return {
    number: 1,
    title: "A title",
    url: "https://github.com/octocat/hello-world/pull/1",
    author: "ann",
    createdAt: "2026-11-20T00:00:00Z",
    labels: [],
    assignees: [],
    draft: false,
    headSha: HEAD,
    requested: [],
    reviewers: [],
    decision: null,
    mergeable: true,
    checks: "success",
    failing: [],
    lastActivityAt: "2026-11-21T00:00:00Z",
    missing: [],
    ...change,
  };
}

const approved: Partial<Facts> = {
  decision: "approved",
  reviewers: [newReviewer("bob", "approved", HEAD)],
};
const asked: Partial<Facts> = {
  decision: "changes-requested",
  reviewers: [newReviewer("bob", "changes-requested", HEAD)],
};
const idle = { lastActivityAt: "2026-11-08T00:00:00Z" };

const CASES: readonly [string, Partial<Facts>, Bucket, Partial<Rules>?][] = [
  ["a reviewer is asked again", { ...approved, requested: ["BOB"] }, "re-review"],
  ["changes were asked of an earlier head", {
    decision: "changes-requested",
    reviewers: [newReviewer("bob", "changes-requested", EARLIER)],
  }, "re-review"],
  ["an earlier head was approved", {
    decision: "approved",
    reviewers: [newReviewer("bob", "approved", EARLIER)],
  }, "re-review"],
  ["a review of an earlier head was dismissed", {
    reviewers: [newReviewer("bob", "dismissed", EARLIER)],
  }, "re-review"],
  ["an earlier head was approved, and the current one by somebody else", {
    decision: "approved",
    reviewers: [newReviewer("bob", "approved", EARLIER), newReviewer("cid", "approved", HEAD)],
  }, "merge check"],
  ["only a comment was about an earlier head", {
    reviewers: [newReviewer("bob", "commented", EARLIER)],
  }, "unassigned"],
  ["a bot requested changes on an earlier head", {
    decision: "changes-requested",
    reviewers: [newReviewer("lint[bot]", "changes-requested", EARLIER)],
  }, "waiting on author"],
  ["the current head is not known", {
    headSha: null,
    missing: ["its current head"],
    reviewers: [newReviewer("bob", "approved", EARLIER)],
  }, "data incomplete"],
  ["somebody is asked", { requested: ["bob"] }, "requested"],
  ["a team is asked for a draft", { requested: ["team:core"], draft: true }, "requested"],
  ["somebody is asked and not all is known", { requested: ["bob"], missing: ["x"] }, "requested"],
  ["it is a draft", { draft: true }, "draft"],
  ["it is a draft that is not known well", { draft: true, missing: ["x"] }, "draft"],
  ["something is not known", { ...approved, missing: ["its checks"] }, "data incomplete"],
  ["nothing was synced", approved, "data incomplete", { asOf: null }],
  ["the time of the sync is nonsense", approved, "data incomplete", { asOf: "soon" }],
  ["no time is known", { ...approved, lastActivityAt: null }, "data incomplete"],
  ["changes are asked of the current head", asked, "waiting on author"],
  ["changes are asked and checks fail", { ...asked, checks: "failure" }, "waiting on author"],
  ["it conflicts", { ...approved, mergeable: false }, "waiting on author"],
  ["it waits for an explanation", { ...approved, labels: ["Needs-Info"] }, "waiting on author"],
  ["a check fails", { ...approved, checks: "failure", failing: ["ci"] }, "CI blocked"],
  ["a check is not finished", { ...approved, checks: "pending" }, "CI blocked"],
  ["a check fails and nobody did anything", { ...idle, checks: "failure" }, "CI blocked"],
  ["nobody did anything for exactly 14 days", { ...approved, ...idle }, "stale"],
  ["somebody did something a second later", {
    lastActivityAt: "2026-11-08T00:00:01Z",
  }, "unassigned"],
  ["it is approved", approved, "merge check"],
  ["it is approved without any check", { ...approved, checks: "none" }, "merge check"],
  ["whether it conflicts is not known", { ...approved, mergeable: null }, "merge check"],
  ["only a bot approved", {
    decision: "approved",
    reviewers: [newReviewer("merge[bot]", "approved", HEAD)],
  }, "unassigned"],
  ["nobody was asked", {}, "unassigned"],
  ["the review was only a comment", {
    reviewers: [newReviewer("bob", "commented", HEAD)],
  }, "unassigned"],
];

for (const [name, change, bucket, rules] of CASES) {
  Deno.test(`${name}: ${bucket}`, () => {
    const decision = decide(facts(change), { ...RULES, ...rules });
    assert.equal(decision.bucket, bucket, decision.reasons.join());
    assert.ok(decision.reasons.length > 0);
  });
}

Deno.test("ready is what is approved at its head, green and free of conflicts, all of it known", () => {
  const ready = (change: Partial<Facts>) => decide(facts({ ...approved, ...change }), RULES).ready;
  assert.equal(ready({}), true);
  assert.equal(ready({ checks: "none" }), true);
  assert.equal(ready({ mergeable: null }), false);
  assert.equal(ready({ reviewers: [newReviewer("bob", "approved", null)] }), false);
  assert.equal(ready({ checks: null }), false);
  assert.equal(decide(facts(approved), { ...RULES, listed: false }).ready, false);
});

Deno.test("whose turn it is: the reviewers', the author's or the assignees'", () => {
  const turn = (change: Partial<Facts>) => decide(facts(change), RULES).turn;
  assert.deepEqual(turn({ ...approved, requested: ["bob", "cid"] }), ["bob"]);
  assert.deepEqual(turn({ requested: ["cid", "team:core"] }), ["cid", "team:core"]);
  assert.deepEqual(turn({ ...asked, assignees: ["dan"] }), ["ann", "dan"]);
  assert.deepEqual(turn({ ...idle, author: null, assignees: ["dan"] }), ["dan"]);
});

Deno.test("a reason names ten, and counts the others", () => {
  const requested = Array.from({ length: 12 }, (_, n) => `r${n}`);
  const [reason] = decide(facts({ requested }), RULES).reasons;
  assert.match(reason!, /^r0, .*, r9 \+2 asked to review$/);
});

const someFacts: fc.Arbitrary<Facts> = fc.record({
  number: fc.nat(),
  title: fc.string(),
  url: fc.string(),
  author: fc.option(fc.constantFrom("ann", "bob", "x[bot]")),
  createdAt: fc.constantFrom("2026-11-20T00:00:00Z", "2020-01-01T00:00:00Z", "nonsense"),
  labels: fc.array(fc.constantFrom("needs-info", "security", "")),
  assignees: fc.array(fc.constantFrom("ann", "dan")),
  draft: fc.boolean(),
  headSha: fc.constantFrom(null, HEAD),
  requested: fc.option(fc.array(fc.constantFrom("bob", "cid", "team:core"))),
  reviewers: fc.option(fc.array(fc.record({
    login: fc.constantFrom("bob", "cid", "x[bot]"),
    state: fc.constantFrom("approved", "changes-requested", "commented", "dismissed"),
    at: fc.constant(SYNCED),
    sha: fc.constantFrom(null, HEAD, EARLIER),
  }))),
  decision: fc.constantFrom(null, "approved", "changes-requested", "review-required"),
  mergeable: fc.constantFrom(null, true, false),
  checks: fc.constantFrom(null, "success", "failure", "pending", "none"),
  failing: fc.array(fc.string()),
  lastActivityAt: fc.constantFrom(null, "2026-11-21T00:00:00Z", "2020-01-01T00:00:00Z", "nonsense"),
  missing: fc.array(fc.constantFrom("its reviews"), { maxLength: 1 }),
});

const someRules: fc.Arbitrary<Rules> = fc.record({
  needsClarificationLabels: fc.constantFrom([], ["needs-info"]),
  reviewFocusStaleDays: fc.integer({ min: 1, max: 3650 }),
  asOf: fc.constantFrom(null, SYNCED, "nonsense"),
  listed: fc.boolean(),
});

Deno.test("whatever is known, it is in exactly one bucket, and ready only when all of it is known", () => {
  fc.assert(
    fc.property(someFacts, someRules, (some, rules) => {
      const { bucket, ready, reasons } = decide(some, rules);
      assert.equal(BUCKETS.filter((one) => one === bucket).length, 1);
      assert.ok(reasons.every((reason) => reason !== ""));
      if (!ready) return;
      assert.equal(bucket, "merge check");
      assert.deepEqual(some.missing, []);
      for (const known of [some.headSha, some.reviewers, some.mergeable, some.checks, rules.asOf]) {
        assert.notEqual(known, null);
      }
      assert.ok(
        rules.listed && !some.draft && some.mergeable && (some.requested ?? []).length === 0,
      );
    }),
    { numRuns: 2000 },
  );
});

Deno.test("taking away what is known never makes a pull request ready", () => {
  const unknown: readonly Partial<Facts>[] = [
    { headSha: null, missing: ["its current head"] },
    { reviewers: null, missing: ["its reviews"] },
    { mergeable: null },
    { checks: null, missing: ["its checks"] },
    { lastActivityAt: null },
  ];
  fc.assert(
    fc.property(someFacts, someRules, fc.constantFrom(...unknown), (some, rules, taken) => {
      assert.equal(decide({ ...some, ...taken }, rules).ready, false);
    }),
    { numRuns: 2000 },
  );
});
