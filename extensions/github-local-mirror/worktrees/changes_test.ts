import assert from "node:assert/strict";
import { countChanges, locksIn, operationIn, readUnseen } from "./changes.ts";

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

/** What every worktree has. */
const PLAIN = ["HEAD", "ORIG_HEAD", "commondir", "gitdir", "index", "logs", "FETCH_HEAD"];

Deno.test("a worktree at rest has no operation under way", () => {
  assert.equal(operationIn(PLAIN), null);
  assert.deepEqual(locksIn(PLAIN), []);
});

const TABLE: readonly (readonly [string, string])[] = [
  ["rebase-merge", "rebase"],
  ["rebase-apply", "rebase or am"],
  ["MERGE_HEAD", "merge"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
  ["sequencer", "cherry-pick or revert of several"],
  ["BISECT_LOG", "bisect"],
  ["BISECT_START", "bisect"],
  ["MERGE_AUTOSTASH", "merge with an autostash"],
];

for (const [name, operation] of TABLE) {
  Deno.test(`${name} says: ${operation}`, () => {
    assert.equal(operationIn([...PLAIN, name]), operation);
  });
}

Deno.test("names that only look like a sign are none", () => {
  assert.equal(
    operationIn(["merge_head", "MERGE_HEAD~", "xrebase-merge", "MERGE_RR", "REBASE_HEAD"]),
    null,
  );
});

Deno.test("every lock is found, not only that of the index", () => {
  assert.deepEqual(locksIn([...PLAIN, "index.lock", "HEAD.lock", "locked", "lock"]), [
    "HEAD.lock",
    "index.lock",
  ]);
});

const ID = "a".repeat(40);

Deno.test("submodules and files that git was told not to look at are found", () => {
  const output = [
    `H 100644 ${ID} 0\tplain`,
    `H 160000 ${ID} 0\tlibrary`,
    `h 100644 ${ID} 0\tassumed`,
    `S 100644 ${ID} 0\tskipped`,
    `s 100644 ${ID} 0\tboth`,
    `M 100644 ${ID} 2\tconflict`,
    "",
  ].join("\0");
  assert.deepEqual(readUnseen(output), {
    submodules: ["library"],
    assumed: ["assumed", "both"],
    skipped: ["skipped", "both"],
  });
});

Deno.test("a path that looks like an entry is one path", () => {
  const path = `160000 ${ID} 0\ta\nS 100644`;
  assert.deepEqual(readUnseen(`S 100644 ${ID} 0\t${path}\0`).skipped, [path]);
  assert.deepEqual(readUnseen(`H 100644 ${ID} 0\t${path}\0`).submodules, []);
});
