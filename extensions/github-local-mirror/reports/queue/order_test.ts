import assert from "node:assert/strict";
import { shaOf, SYNCED } from "../../testing/stored.ts";
import type { Decision } from "./decide.ts";
import type { Facts } from "./facts.ts";
import { entryOf, inOrder } from "./order.ts";

const decision = (turn: string[]): Decision => ({
  bucket: "requested",
  reasons: ["asked"],
  turn,
  idleDays: 0,
  ready: false,
});

function entry(number: number, change: Partial<Facts> & { turn?: string[] } = {}) {
  const { turn = [], ...rest } = change;
  const facts: Facts = {
    number,
    title: "",
    url: "",
    author: null,
    createdAt: SYNCED,
    labels: [],
    assignees: [],
    draft: false,
    headSha: shaOf(number),
    requested: [],
    reviewers: [],
    decision: null,
    mergeable: null,
    checks: null,
    failing: [],
    lastActivityAt: null,
    missing: [],
    ...rest,
  };
  return entryOf(facts, decision(turn), ["Ann", "team:core"]);
}

Deno.test("own duties come first, then security, then the oldest, then the lowest number", () => {
  const older = { createdAt: "2026-01-01T00:00:00Z" };
  const entries = [
    entry(7),
    entry(6, older),
    entry(5, { labels: ["security"] }),
    entry(4, { labels: ["Security"], ...older }),
    entry(3, { turn: ["ANN"] }),
    entry(2, { turn: ["ann"], ...older }),
    entry(1, { turn: ["team:core"], labels: ["type: security"] }),
    entry(8),
  ];
  assert.deepEqual(entries.sort(inOrder).map(({ facts }) => facts.number), [
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
  ]);
});

Deno.test("handles are told apart from those that only begin alike, whatever their case", () => {
  assert.deepEqual(entry(1, { turn: ["ANN", "bob"] }).own, ["Ann"]);
  assert.deepEqual(entry(1, { turn: ["anna", "team:cores"] }).own, []);
});

Deno.test("security is a word of its own in a label", () => {
  const isSecurity = (label: string) => entry(1, { labels: [label] }).security;
  for (const label of ["security", "Security", "area/security", "type: security!", "🔒security"]) {
    assert.equal(isSecurity(label), true, label);
  }
  for (const label of ["insecurity", "securityish", ""]) {
    assert.equal(isSecurity(label), false, label);
  }
});
