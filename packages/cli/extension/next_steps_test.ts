import assert from "node:assert/strict";
import { nextSteps } from "./next_steps.ts";

const none = { types: [], vaults: [], datastores: [], reports: [], skills: [] };

Deno.test("a type is shown by its own name, which need not be the extension's", () => {
  assert.deepEqual(nextSteps({ ...none, types: ["@svc/github/dependabot/alerts"] }), [
    "See what it can do: svc model type describe @svc/github/dependabot/alerts",
  ]);
});

Deno.test("an extension of skills only leads to their folders and to no type", () => {
  assert.deepEqual(nextSteps({ ...none, skills: [".agents/skills/a", ".claude/skills/a"] }), [
    "Coding agents find its skills in .agents/skills/a, .claude/skills/a",
  ]);
});

Deno.test("types of vaults and datastores lead to the commands that take them", () => {
  assert.deepEqual(nextSteps({ ...none, vaults: ["@acme/keeper"], datastores: ["@acme/depot"] }), [
    "Create a vault of its type: svc vault create @acme/keeper <name>",
    "Keep this repository's data there: svc datastore setup extension @acme/depot",
  ]);
});

Deno.test("of many types five are named and the others are counted", () => {
  const lines = nextSteps({ ...none, types: ["a", "b", "c", "d", "e", "f", "g"], reports: ["r"] });
  assert.equal(lines.filter((line) => line.includes("describe")).length, 5);
  assert.deepEqual(lines.slice(5), [
    "It has 2 more types: svc model type search",
    "See its reports: svc report type search",
  ]);
});

Deno.test("a type's name cannot move the terminal's cursor", () => {
  assert.ok(!nextSteps({ ...none, types: ["@a/\x1b[2J"] }).join("").includes("\x1b"));
});

Deno.test("nothing is said of an extension that brings neither", () => {
  assert.deepEqual(nextSteps(none), []);
});
