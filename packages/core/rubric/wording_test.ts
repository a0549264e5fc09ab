import assert from "node:assert/strict";
import { LIMITS } from "../limit/limits.ts";
import { FACTORS, PROVENANCE_FACTOR } from "./rubric.ts";

const rows = [...FACTORS, PROVENANCE_FACTOR];
const factor = (id: string) => rows.find((row) => row.id === id)!;

Deno.test("each factor says in whole sentences when it is earned and what to do about it", () => {
  for (const { id, earnedWhen, remedy } of rows) {
    assert.match(earnedWhen, /^[A-Za-z].*\.$/, id);
    assert.match(remedy, /^[A-Z].*\.$/, id);
    assert.notEqual(earnedWhen, remedy, id);
  }
  assert.equal(new Set(rows.map(({ remedy }) => remedy)).size, rows.length);
});

Deno.test("the numbers in the words are the limits of spec §8", () => {
  const { readmeSubstantiveCharacters, readmeSubstantiveBlocks, documentedSymbolsPercent } = LIMITS;
  assert.equal(readmeSubstantiveBlocks, 2);
  for (const text of [factor("rich-readme").earnedWhen, factor("rich-readme").remedy]) {
    assert.ok(text.includes(`${readmeSubstantiveCharacters} characters`), text);
    assert.ok(text.includes("two fenced code blocks"), text);
  }
  assert.ok(factor("symbols-docs").earnedWhen.includes(`${documentedSymbolsPercent}%`));
});

Deno.test("only what is read live is per package, and only the repository is verified (spec §2.6)", () => {
  const of = (scope: string) => rows.filter((row) => row.scope === scope).map(({ id }) => id);
  assert.deepEqual(of("package"), ["description", "platforms", "has-license"]);
  assert.deepEqual(of("verification"), ["repository-verified"]);
});
