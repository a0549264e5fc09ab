import { equal } from "node:assert/strict";
import { type CheckRules, checkRuns, type Selectable } from "./check_rules.ts";
import { isMutating, methodKind } from "../run/admit/method_kind.ts";

const NOTHING: CheckRules = {
  require: [],
  skip: [],
  skipNow: [],
  skipLabels: [],
  skipAll: false,
};

const CASES: [what: string, check: Selectable, rules: Partial<CheckRules>, runs: boolean][] = [
  ["a check runs", {}, {}, true],
  ["a check that applies to the method runs", { appliesTo: ["go", "other"] }, {}, true],
  ["a check that applies to others does not run", { appliesTo: ["other"] }, {}, false],
  ["an empty list of methods means all", { appliesTo: [] }, {}, true],
  ["the definition skips it", {}, { skip: ["one"] }, false],
  ["the definition skips another", {}, { skip: ["two"] }, true],
  ["the run skips it", {}, { skipNow: ["one"] }, false],
  ["the run skips its label", { labels: ["slow", "net"] }, { skipLabels: ["net"] }, false],
  ["the run skips another label", { labels: ["slow"] }, { skipLabels: ["net"] }, true],
  ["the run skips all", {}, { skipAll: true }, false],
  ["what is required runs when the run skips it", {}, { require: ["one"], skipNow: ["one"] }, true],
  ["what is required runs when the run skips all", {}, { require: ["one"], skipAll: true }, true],
  [
    "what is required runs when the run skips its label",
    { labels: ["net"] },
    { require: ["one"], skipLabels: ["net"] },
    true,
  ],
  ["skip outweighs require", {}, { require: ["one"], skip: ["one"] }, false],
  [
    "what is required runs only where it applies",
    { appliesTo: ["other"] },
    { require: ["one"] },
    false,
  ],
];
for (const [what, check, rules, runs] of CASES) {
  Deno.test(`checks: ${what}`, () => {
    equal(checkRuns("one", check, "go", { ...NOTHING, ...rules }), runs);
  });
}

const KINDS: [name: string, kind: string | undefined, mutates: boolean][] = [
  ["create", "create", true],
  ["Get", "read", false],
  ["show", "read", false],
  ["PATCH", "update", true],
  ["destroy", "delete", true],
  ["find", "list", false],
  ["getAll", undefined, true],
  ["sync", undefined, true],
  ["constructor", undefined, true],
];
for (const [name, kind, mutates] of KINDS) {
  Deno.test(`the kind of a method named ${name} is ${kind ?? "a change of an unknown kind"}`, () => {
    equal(methodKind({ name }), kind);
    equal(isMutating(methodKind({ name })), mutates);
  });
}

Deno.test("a declared kind outweighs the name", () => {
  equal(methodKind({ name: "delete", kind: "read" }), "read");
  equal(isMutating(methodKind({ name: "get", kind: "action" })), true);
});
