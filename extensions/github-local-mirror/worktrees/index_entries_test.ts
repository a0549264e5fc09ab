import assert from "node:assert/strict";
import { readUnseen } from "./index_entries.ts";

const A = "a".repeat(40);

Deno.test("submodules and files that git was told not to look at are found", () => {
  const output = [
    `H 100644 ${A} 0\tplain`,
    `H 160000 ${A} 0\tlibrary`,
    `h 100644 ${A} 0\tassumed`,
    `S 100644 ${A} 0\tskipped`,
    `s 100644 ${A} 0\tboth`,
    `M 100644 ${A} 2\tconflict`,
    "",
  ].join("\0");
  assert.deepEqual(readUnseen(output), {
    submodules: ["library"],
    assumed: ["assumed", "both"],
    skipped: ["skipped", "both"],
  });
});

Deno.test("a path that looks like an entry is one path", () => {
  const path = `160000 ${A} 0\ta\nS 100644`;
  assert.deepEqual(readUnseen(`S 100644 ${A} 0\t${path}\0`).skipped, [path]);
  assert.deepEqual(readUnseen(`H 100644 ${A} 0\t${path}\0`).submodules, []);
});
