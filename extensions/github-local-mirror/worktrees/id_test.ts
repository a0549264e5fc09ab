import assert from "node:assert/strict";
import { branchWorktreeId, isWorktreeId, pullOfId, pullWorktreeId, reviewBranch } from "./id.ts";

const SHA = "0123456789abcdef0123456789abcdef01234567";

/** Names of branches that strangers chose, all of which git takes or a person may type. */
export const HOSTILE = [
  "../../x",
  "-x",
  "$(touch p)",
  "a\nb",
  "CON",
  "aux.txt",
  "x".repeat(240),
  "é".repeat(120),
  "ab\u202Egnp.exe",
  "\u0000",
  ".",
  "..",
  "a/../../b",
  "..git",
  ".git",
  "C:\\x",
  "\uD800",
  "---",
  "",
];

Deno.test("the id of a pull request's worktree is made of its number, its head and the identity", () => {
  assert.equal(pullWorktreeId(12, SHA), "pr-12-0123456789ab");
  assert.equal(pullWorktreeId(12, SHA, "alice-2"), "pr-12-0123456789ab-alice-2");
  assert.equal(reviewBranch(12, SHA, "alice"), "review/pr-12-0123456789ab-alice");
});

Deno.test("the id of a branch's worktree shows the name and is told by a digest", () => {
  assert.match(branchWorktreeId("feature/Login page"), /^wt-feature-login-page-[0-9a-f]{8}$/);
  assert.match(branchWorktreeId("***"), /^wt-branch-[0-9a-f]{8}$/);
});

Deno.test("an id is one plain folder name, whatever a branch is called", () => {
  for (const name of HOSTILE) {
    const id = branchWorktreeId(name);
    assert.match(id, /^wt-[a-z0-9][a-z0-9-]*-[0-9a-f]{8}$/, JSON.stringify(name));
    assert.ok(id.length <= 44);
    assert.ok(isWorktreeId(id));
  }
});

Deno.test("branches that differ in one byte, in case or only behind the cut have different ids", () => {
  const long = "x".repeat(239);
  const names = ["a/b", "a-b", "A/b", "a//b", "a.b", `${long}a`, `${long}b`, "é", "e\u0301"];
  assert.equal(new Set(names.map(branchWorktreeId)).size, names.length);
});

Deno.test("only what has the form of an id is one", () => {
  for (const good of ["pr-1-0123456789ab", "pr-1-0123456789ab-a", "wt-a-01234567"]) {
    assert.ok(isWorktreeId(good), good);
  }
  const bad = [
    "",
    "..",
    "pr-0-0123456789ab",
    "pr-1-0123456789AB",
    "pr-1-0123456789ab/..",
    "pr-1-0123456789ab-",
    "pr-1-0123456789ab-A",
    "pr-1-0123456789ab-" + "a".repeat(33),
    "pr-1-0123456789ab\n",
    "wt--01234567",
    "wt-a-0123456",
    "../pr-1-0123456789ab",
  ];
  for (const text of bad) assert.ok(!isWorktreeId(text), JSON.stringify(text));
});

Deno.test("an id tells which pull request and whose worktree it is", () => {
  assert.deepEqual(pullOfId("pr-7-0123456789ab"), { number: 7, identity: null });
  assert.deepEqual(pullOfId("pr-7-0123456789ab-a-b"), { number: 7, identity: "a-b" });
  assert.equal(pullOfId("wt-a-01234567"), undefined);
});
