import assert from "node:assert/strict";
import { type Ground, startGround } from "./testing/ground.ts";
import { gitBefore, runApart } from "./testing/process.ts";

const PREPARE: [string, Record<string, unknown>] = ["prepare_worktree", { prNumber: 12 }];

/** The worktrees that git knows, without the bare repository. */
async function worktreesOf(ground: Ground): Promise<string[]> {
  const listed = await ground.git(["worktree", "list", "--porcelain"]);
  return [...listed.matchAll(/^worktree (.*)$/gm)].map((match) => match[1]!)
    .filter((path) => path !== ground.objects);
}

Deno.test("two runs that prepare one worktree at once make one; the other says that it is there or busy", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const runs = await Promise.all([1, 2, 3].map(() => runApart(ground, [PREPARE])));
  const outcomes = runs.map(({ told: [told], stderr }) => {
    assert.ok(told, stderr);
    return told.failure?.code ?? told.written.at(-1)!.data.outcome;
  });
  assert.equal(outcomes.filter((outcome) => outcome === "created").length, 1, outcomes.join());
  for (const outcome of outcomes) {
    assert.ok(["created", "exists", "busy"].includes(String(outcome)), String(outcome));
  }
  assert.equal((await worktreesOf(ground)).length, 1);
  assert.equal((await ground.prepare(12)).outcome, "exists");
});

Deno.test("killed between git and the document, the worktree is found by the next run", async () => {
  await using ground = await startGround();
  const head = await ground.pull(12);
  const { signal } = await runApart(ground, [PREPARE], { dieAtWrite: true });
  assert.equal(signal, "SIGKILL");
  assert.equal((await worktreesOf(ground)).length, 1);
  const found = await ground.prepare(12);
  assert.deepEqual([found.outcome, found.prNumber, found.prHeadSha], ["exists", 12, head]);
});

Deno.test("an analysis finds it as well, and knows whose it is", async () => {
  await using ground = await startGround();
  const head = await ground.pull(12);
  await runApart(ground, [["prepare_worktree", { prNumber: 12, identity: "alice" }]], {
    dieAtWrite: true,
  });
  const id = `pr-12-${head.slice(0, 12)}-alice`;
  assert.equal((await ground.analysis(id)).prNumber, 12);
  const { identity, prHeadSha } = ground.snapshot(id);
  assert.deepEqual([identity, prHeadSha], ["alice", head]);
});

Deno.test("killed before the files were written, the next run writes them", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  // The one who called git is killed, and git with it.
  const script = 'case "$*" in *" checkout "*) kill -9 $PPID; exit 1;; esac';
  const path = await gitBefore(`${ground.root}/bin`, script);
  const { signal } = await runApart(ground, [PREPARE], { path });
  assert.equal(signal, "SIGKILL");
  const [folder] = await worktreesOf(ground);
  await assert.rejects(Deno.lstat(`${folder}/README.md`), Deno.errors.NotFound);
  assert.equal((await ground.prepare(12)).outcome, "created");
  assert.equal(await Deno.readTextFile(`${folder}/README.md`), "hello\n");
});

Deno.test("a git that outlives the killed run makes the worktree, and the next run finds it", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const script = 'case "$*" in *"worktree add"*) "$REAL" "$@"; kill -9 $PPID; exit 1;; esac';
  const path = await gitBefore(`${ground.root}/bin`, script);
  await runApart(ground, [PREPARE], { path });
  assert.equal((await ground.prepare(12)).outcome, "created");
  assert.equal((await worktreesOf(ground)).length, 1);
});

Deno.test("what a git that was killed had only begun is taken back and made again", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { worktreeId, path } = await ground.prepare(12);
  const admin = `${ground.objects}/worktrees/${worktreeId}`;
  await Deno.remove(`${admin}/index`);
  await Deno.writeTextFile(`${admin}/locked`, "initializing");
  await Deno.remove(`${path}/README.md`);
  await Deno.remove(`${path}/pull-12.txt`);
  assert.equal((await ground.prepare(12)).outcome, "created");
  assert.equal(await Deno.readTextFile(`${path}/README.md`), "hello\n");
});

Deno.test("a checkout that left its lock is told, and force removes it", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { worktreeId } = await ground.prepare(12);
  const admin = `${ground.objects}/worktrees/${worktreeId}`;
  await Deno.rename(`${admin}/index`, `${admin}/index.lock`);
  const { code, message } = await ground.refused("prepare_worktree", { prNumber: 12 });
  assert.equal(code, "conflict");
  assert.match(message, /index\.lock/);
  const refused = await ground.refused("remove_worktree", { worktreeId });
  assert.match(refused.message, /its creation was interrupted; git lock: index\.lock/);
  await ground.run("remove_worktree", { worktreeId, force: true });
  assert.equal((await ground.prepare(12)).outcome, "created");
});

Deno.test("a removal that was killed after it was decided is ended by the next run", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { worktreeId, path } = await ground.prepare(12);
  const script = 'case "$*" in *"worktree remove"*) kill -9 $PPID; exit 1;; esac';
  const search = await gitBefore(`${ground.root}/bin`, script);
  const remove: typeof PREPARE = ["remove_worktree", { worktreeId }];
  const { signal } = await runApart(ground, [remove], { path: search });
  assert.equal(signal, "SIGKILL");
  await assert.rejects(Deno.lstat(path), Deno.errors.NotFound);
  await ground.run("analyze_worktrees");
  assert.deepEqual(await worktreesOf(ground), []);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(ground.workspaces)), []);
  assert.equal(ground.snapshot(worktreeId).state, "removed");
});

Deno.test("killed between the removal and its document, the next run writes it", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { worktreeId } = await ground.prepare(12);
  await runApart(ground, [["remove_worktree", { worktreeId }]], { dieAtWrite: true });
  await ground.run("analyze_worktrees");
  const { state, outcome } = ground.snapshot(worktreeId);
  assert.deepEqual([state, outcome], ["removed", "missing"]);
  assert.equal((await ground.prepare(12)).outcome, "created");
});

Deno.test("of a worktree whose files cannot be written nothing stays", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const script =
    'case "$*" in *" checkout "*) echo "fatal: no space left on device" >&2; exit 128;; esac';
  const bin = await gitBefore(`${ground.root}/bin`, script);
  const env = { PATH: bin };
  const { message } = await ground.refused("prepare_worktree", { prNumber: 12 }, { env });
  assert.match(message, /no space left/);
  assert.deepEqual(await worktreesOf(ground), []);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(ground.workspaces)), []);
  assert.equal(await ground.git(["for-each-ref", "refs/heads"]), "");
});
