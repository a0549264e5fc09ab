import assert from "node:assert/strict";
import { readRegistered } from "./registered_worktrees.ts";

const A = "a".repeat(40);

Deno.test("every worktree is read with its path, commit, branch and lock", () => {
  const output = [
    "worktree /o.git\0bare\0",
    `worktree /w/one\0HEAD ${A}\0branch refs/heads/review/x\0`,
    `worktree /w/two\0HEAD ${A}\0detached\0locked\0`,
    `worktree /w/three\0HEAD ${A}\0detached\0locked on a disk\nthat is away\0prunable gone\0`,
    `worktree /w/new\0HEAD ${"0".repeat(40)}\0branch refs/heads/new\0`,
    "",
  ].join("\0");
  assert.deepEqual(readRegistered(output), [
    { path: "/w/one", head: A, branch: "refs/heads/review/x", lock: null },
    { path: "/w/two", head: A, branch: null, lock: "" },
    { path: "/w/three", head: A, branch: null, lock: "on a disk\nthat is away" },
    { path: "/w/new", head: null, branch: "refs/heads/new", lock: null },
  ]);
});

Deno.test("a path or a reason that looks like another line changes nothing", () => {
  const output = `worktree /w/bare\nHEAD x\0HEAD ${A}\0detached\0locked branch refs/heads/y\0\0`;
  assert.deepEqual(readRegistered(output), [
    { path: "/w/bare\nHEAD x", head: A, branch: null, lock: "branch refs/heads/y" },
  ]);
});

Deno.test("no worktree is an empty list", () => {
  assert.deepEqual(readRegistered(""), []);
  assert.deepEqual(readRegistered("worktree /o.git\0bare\0\0"), []);
});
