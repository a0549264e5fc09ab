import assert from "node:assert/strict";
import { countChanges } from "./changes.ts";

const A = "a".repeat(40);

Deno.test("modified, untracked and ignored files are counted", () => {
  const output = [
    `1 .M N... 100644 100644 100644 ${A} ${A} f`,
    `1 A. N... 000000 100644 100644 ${A} ${A} staged`,
    `u UU N... 100644 100644 100644 100644 ${A} ${A} ${A} conflict`,
    "? notes",
    "? folder/",
    "! build/",
    "",
  ].join("\0");
  assert.deepEqual(countChanges(output), { modified: 3, untracked: 2, ignored: 1 });
});

Deno.test("the old path of a rename is not an entry of its own", () => {
  const output = `2 R. N... 100644 100644 100644 ${A} ${A} R100 new\0? old\0! real\0`;
  assert.deepEqual(countChanges(output), { modified: 1, untracked: 0, ignored: 1 });
});

Deno.test("a path with a line break that looks like an entry is one entry", () => {
  assert.deepEqual(countChanges("? a\n? b\n1 c\0"), { modified: 0, untracked: 1, ignored: 0 });
});

Deno.test("nothing is nothing", () => {
  assert.deepEqual(countChanges(""), { modified: 0, untracked: 0, ignored: 0 });
});
