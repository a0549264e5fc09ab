import assert from "node:assert/strict";
import { didYouMean, nearest, nearestPaths } from "./suggest.ts";

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

const PATHS = [
  ...["extension push", "extension pull", "extension rm", "extension ls", "auth login"],
  ...["auth token create", "auth token list", "init", "extension", "auth", "auth token"],
];

Deno.test("a misspelt group is fixed, and the words after it are kept", () => {
  const cases: [string, string[]][] = [
    ["extnsion push", ["extension push"]],
    ["extnsion push manifest.yaml", ["extension push"]],
    ["extnsion psuh", ["extension push"]],
    ["auht tokn create", ["auth token create"]],
    ["extnsion", ["extension"]],
    ["extnsion frobnicate", ["extension"]],
    ["exten", ["extension"]],
    ["auth tokn", ["auth token"]],
  ];
  for (const [typed, meant] of cases) {
    assert.deepEqual(nearestPaths(typed.split(" "), PATHS), meant, typed);
  }
});

Deno.test("a group that was typed right is not suggested, a command typed without its group is", () => {
  assert.deepEqual(nearestPaths(["extension", "frobnicate"], PATHS), []);
  assert.deepEqual(nearestPaths(["pusj"], PATHS), ["extension push"]);
  const paths = [...PATHS, "extension permissions", "extension list"];
  for (const typed of ["permission list", "permissions @acme/tool", "permission"]) {
    assert.deepEqual(nearestPaths(typed.split(" "), paths), ["extension permissions"], typed);
  }
});
