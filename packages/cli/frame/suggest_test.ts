import assert from "node:assert/strict";
import { didYouMean, nearest } from "./suggest.ts";

const WORDS = ["push", "pull", "promote", "quality", "deprecate", "undeprecate"];

Deno.test("a slip of the finger finds the word that was meant", () => {
  for (const [slip, word] of [["psuh", "push"], ["pul", "pull"], ["qualtiy", "quality"]] as const) {
    assert.equal(nearest(slip, WORDS)[0], word, slip);
  }
});

Deno.test("the beginning of a long word is near to it", () => {
  assert.deepEqual(nearest("prom", WORDS), ["promote"]);
});

Deno.test("nothing is suggested for a word unlike any other", () => {
  assert.equal(didYouMean("frobnicate-now", WORDS), undefined);
});

Deno.test("at most three words are suggested", () => {
  assert.equal(nearest("aaa", ["aab", "aac", "aad", "aae"]).length, 3);
});
