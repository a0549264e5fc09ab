import assert from "node:assert/strict";
import { locksIn, operationIn } from "./in_progress.ts";

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
