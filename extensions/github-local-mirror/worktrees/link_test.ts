import assert from "node:assert/strict";
import { startGround } from "./testing/ground.ts";

Deno.test("a worktree is linked to a pull request and unlinked again, without asking git", async () => {
  await using ground = await startGround();
  const head = await ground.pull(12);
  const [made] = await ground.run("create_worktree", { branch: "own" });
  const worktreeId = String(made!.data.worktreeId);
  const env = { PATH: "/nonexistent" };
  await ground.run("attach_worktree", { worktreeId, prNumber: 12 }, { env });
  const linked = ground.snapshot(worktreeId);
  assert.deepEqual([linked.prNumber, linked.prHeadSha, linked.outcome], [12, head, "attached"]);
  assert.equal(linked.headSha, made!.data.headSha);
  await ground.run("detach_worktree", { worktreeId }, { env });
  const unlinked = ground.snapshot(worktreeId);
  assert.deepEqual([unlinked.prNumber, unlinked.prHeadSha, unlinked.outcome], [
    null,
    null,
    "detached",
  ]);
});

Deno.test("a link is not replaced unasked", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  await ground.pull(13);
  const { worktreeId } = await ground.prepare(12);
  const { code, message } = await ground.refused("attach_worktree", { worktreeId, prNumber: 13 });
  assert.equal(code, "conflict");
  assert.match(message, /linked to #12.*detach_worktree/);
  await ground.run("attach_worktree", { worktreeId, prNumber: 12 });
});

Deno.test("what is not in the mirror is linked to nothing", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { worktreeId } = await ground.prepare(12);
  await ground.run("detach_worktree", { worktreeId });
  const calls: [string, object][] = [
    ["attach_worktree", { worktreeId, prNumber: 99 }],
    ["attach_worktree", { worktreeId: "pr-1-0123456789ab", prNumber: 12 }],
    ["attach_worktree", { worktreeId: "../x", prNumber: 12 }],
    ["detach_worktree", { worktreeId: "wt-absent-01234567" }],
  ];
  for (const [method, args] of calls) {
    assert.equal((await ground.refused(method, args)).code, "not_found");
  }
  await ground.run("remove_worktree", { worktreeId });
  assert.equal((await ground.refused("detach_worktree", { worktreeId })).code, "not_found");
});
