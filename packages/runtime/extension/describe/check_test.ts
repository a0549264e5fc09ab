import { deepEqual } from "node:assert/strict";
import { describeChecks } from "./check.ts";
import { findings } from "./findings.ts";
import { describeUpgrades } from "./model.ts";

const execute = () => ({ pass: true });
const upgradeAttributes = (old: unknown) => old;

function problems(describe: (found: ReturnType<typeof findings>) => unknown): string[] {
  const found = findings();
  describe(found);
  return found.list.map(({ key, message }) => `${key} ${message}`);
}

Deno.test("checks are described by name, with labels and methods where they have any", () => {
  const found = findings();
  deepEqual(
    describeChecks({
      quota: { description: "Room", labels: ["policy"], appliesTo: ["create"], execute },
      plain: { description: "Plain", execute, more: 1 },
    }, found),
    [
      { name: "quota", description: "Room", labels: ["policy"], appliesTo: ["create"] },
      { name: "plain", description: "Plain" },
    ],
  );
  deepEqual(describeChecks(undefined, found), []);
  deepEqual(found.list, []);
});

const CHECKS: [checks: unknown, problems: string[]][] = [
  [[], ["model.checks must be an object, not an array"]],
  [{ a: null }, [
    "model.checks.a must be an object, not null",
    "model.checks.a.execute must be a function",
    "model.checks.a.description is missing",
  ]],
  [{ a: { description: "x", execute, labels: "slow" } }, [
    "model.checks.a.labels must be a list of texts",
  ]],
  [{ a: { description: "x", execute, appliesTo: [1] } }, [
    "model.checks.a.appliesTo must be a list of texts",
  ]],
];
for (const [checks, expected] of CHECKS) {
  Deno.test(`checks that are no checks are refused: ${JSON.stringify(checks)}`, () => {
    deepEqual(problems((found) => describeChecks(checks, found)), expected);
  });
}

const step = (toVersion: unknown, more = {}) => ({ toVersion, upgradeAttributes, ...more });

const UPGRADES: [what: string, upgrades: unknown, problems: string[]][] = [
  ["in order, the last to the model's version", [step("2025.01.01.1"), step("2026.01.02.3")], []],
  ["with zeros in front of a counter", [step("2025.01.01.01"), step("2026.01.02.03")], []],
  ["no list", {}, ["model.upgrades must be a list"]],
  ["out of order", [step("2026.01.02.3"), step("2025.01.01.1")], [
    "model.upgrades[1].toVersion must be later than 2026.01.02.3",
  ]],
  ["one twice", [step("2026.01.02.3"), step("2026.01.02.3")], [
    "model.upgrades[1].toVersion must be later than 2026.01.02.3",
  ]],
  ["to another version than the model's", [step("2025.01.01.1")], [
    "model.upgrades[0].toVersion must be the model's version 2026.01.02.3",
  ]],
  ["to no version", [step("soon"), step("2026.01.02.3")], [
    "model.upgrades[0].toVersion must be YYYY.MM.DD.N with a date that exists",
  ]],
  ["without a function", [step("2026.01.02.3", { upgradeAttributes: 1 })], [
    "model.upgrades[0].upgradeAttributes must be a function",
  ]],
];
for (const [what, upgrades, expected] of UPGRADES) {
  Deno.test(`upgrades are described or refused: ${what}`, () => {
    deepEqual(problems((found) => describeUpgrades(upgrades, "2026.01.02.3", found)), expected);
  });
}
