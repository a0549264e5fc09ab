import assert from "node:assert/strict";
import { type Facts, UNTOUCHED } from "./reasons.ts";
import { reasonsToKeep, reasonsToLeaveAlone, untouchable } from "./reasons.ts";

const TABLE: readonly (readonly [Partial<Facts>, string])[] = [
  [{ modified: 1 }, "1 modified file"],
  [{ untracked: 2 }, "2 untracked files"],
  [{ ignored: 1 }, "1 ignored file"],
  [{ unseen: 3 }, "3 files that git was told not to compare"],
  [{ submodules: 1 }, "1 submodule with files"],
  [{ ownCommits: 2 }, "2 commits on no other branch"],
  [{ inProgress: "rebase" }, "operation in progress: rebase"],
  [{ locks: ["index.lock"] }, "git lock: index.lock"],
  [{ lockReason: "" }, "locked"],
  [{ lockReason: "on a stick" }, "locked: on a stick"],
  [{ unfinished: true }, "its creation was interrupted"],
  [
    { unchecked: "git status ended with 128" },
    "it could not be checked: git status ended with 128",
  ],
];

Deno.test("a worktree without anything of its own may go", () => {
  assert.deepEqual(reasonsToKeep(UNTOUCHED), []);
  assert.deepEqual(reasonsToKeep({ ...UNTOUCHED, folder: "missing" }), []);
});

for (const [fact, reason] of TABLE) {
  Deno.test(`a worktree is kept for: ${reason}`, () => {
    assert.deepEqual(reasonsToKeep({ ...UNTOUCHED, ...fact }), [reason]);
  });
}

Deno.test("all reasons are told together", () => {
  const all = Object.assign({}, UNTOUCHED, ...TABLE.map(([fact]) => fact)) as Facts;
  assert.equal(reasonsToKeep(all).length, 11);
});

Deno.test("a lock's reason is shown without what changes a terminal", () => {
  const [reason] = reasonsToKeep({ ...UNTOUCHED, lockReason: "\x1b[2J\u202Ex\ny" });
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(reason!, /[\x00-\x1f\u202E]/);
});

Deno.test("ignored files and commits are no reason to leave a worktree as it is", () => {
  assert.deepEqual(
    reasonsToLeaveAlone({ ...UNTOUCHED, ignored: 1, ownCommits: 1, modified: 1 }),
    [],
  );
});

Deno.test("a link and a folder of something else are never touched", () => {
  assert.equal(untouchable(UNTOUCHED), undefined);
  assert.equal(untouchable({ ...UNTOUCHED, folder: "missing" }), undefined);
  assert.match(untouchable({ ...UNTOUCHED, folder: "link" })!, /symbolic link/);
  assert.match(
    untouchable({ ...UNTOUCHED, folder: "foreign" })!,
    /no longer belongs to this mirror/,
  );
});
