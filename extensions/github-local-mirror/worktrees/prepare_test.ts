import assert from "node:assert/strict";
import { lockMirror } from "../locations/mod.ts";
import { startGround } from "./testing/ground.ts";

Deno.test("a pull request gets a worktree of its head, on a branch of the mirror's own", async () => {
  await using ground = await startGround();
  const head = await ground.pull(12);
  const made = await ground.prepare(12);
  const id = `pr-12-${head.slice(0, 12)}`;
  assert.equal(made.worktreeId, id);
  assert.equal(made.path, `${ground.workspaces}/${id}`);
  assert.equal(made.branch, `review/${id}`);
  assert.equal(made.outcome, "created");
  assert.deepEqual([made.prNumber, made.prHeadSha, made.headSha], [12, head, head]);
  assert.equal(await Deno.readTextFile(`${made.path}/README.md`), "hello\n");
  assert.equal(await ground.git(["status", "--porcelain"], { cwd: made.path }), "");
  assert.equal(
    (await ground.git(["symbolic-ref", "HEAD"], { cwd: made.path })).trim(),
    `refs/heads/review/${id}`,
  );
});

Deno.test("prepared again it is found as it is, with its changes", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const made = await ground.prepare(12);
  await Deno.writeTextFile(`${made.path}/README.md`, "mine\n");
  const found = await ground.prepare(12);
  assert.equal(found.outcome, "exists");
  assert.equal(found.createdAt, made.createdAt);
  assert.equal(await Deno.readTextFile(`${made.path}/README.md`), "mine\n");
});

Deno.test("each identity has a worktree of its own of the same head", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const alice = await ground.prepare(12, { identity: "alice" });
  const bob = await ground.prepare(12, { identity: "bob" });
  assert.equal(alice.identity, "alice");
  assert.notEqual(alice.path, bob.path);
  assert.notEqual(alice.branch, bob.branch);
});

Deno.test("a new head gets a new worktree, and the old one stays", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const before = await ground.prepare(12);
  await ground.pull(12);
  const after = await ground.prepare(12);
  assert.notEqual(after.worktreeId, before.worktreeId);
  assert.ok((await Deno.lstat(before.path)).isDirectory);
});

Deno.test("a branch with commits of an earlier worktree is checked out again", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { worktreeId, path } = await ground.prepare(12);
  await Deno.writeTextFile(`${path}/own.txt`, "mine\n");
  await ground.git(["add", "."], { cwd: path });
  await ground.git(["commit", "--quiet", "-m", "mine"], { cwd: path });
  await ground.run("remove_worktree", { worktreeId, force: true });
  assert.equal((await ground.prepare(12)).outcome, "created");
  assert.equal(await Deno.readTextFile(`${path}/own.txt`), "mine\n");
});

Deno.test("a pull request that is not in the mirror is told as that", async () => {
  await using ground = await startGround();
  const { code, message } = await ground.refused("prepare_worktree", { prNumber: 99 });
  assert.equal(code, "not_found");
  assert.match(message, /#99.*run 'sync'/);
});

Deno.test("a head whose commit was never fetched is told as that", async () => {
  await using ground = await startGround();
  const head = await ground.pull(12);
  ground.data.get("prheadstate.octocat~hello~12")!.headSha = "f".repeat(40);
  const { code } = await ground.refused("prepare_worktree", { prNumber: 12 });
  assert.equal(code, "not_found");
  ground.data.get("prheadstate.octocat~hello~12")!.headSha = head;
  assert.equal((await ground.prepare(12)).outcome, "created");
});

Deno.test("before the first sync there is nothing to make a worktree of", async () => {
  await using ground = await startGround();
  await Deno.remove(ground.objects, { recursive: true });
  const { code, message } = await ground.refused("prepare_worktree", { prNumber: 12 });
  assert.equal(code, "not_found");
  assert.match(message, /sync/);
});

Deno.test("something else in the folder's place is left alone, also one that differs in case", async () => {
  await using ground = await startGround();
  const head = await ground.pull(12);
  const id = `pr-12-${head.slice(0, 12)}`;
  for (const name of [id, id.toUpperCase()]) {
    await Deno.mkdir(`${ground.workspaces}/${name}`);
    const { code, message } = await ground.refused("prepare_worktree", { prNumber: 12 });
    assert.equal(code, "already_exists");
    assert.ok(message.includes(name));
    await Deno.remove(`${ground.workspaces}/${name}`);
  }
  await Deno.symlink(ground.root, `${ground.workspaces}/${id}`);
  assert.equal((await ground.refused("prepare_worktree", { prNumber: 12 })).code, "already_exists");
  assert.equal(await ground.git(["for-each-ref", "refs/heads/review"]), "");
});

Deno.test("a branch that is checked out elsewhere is told with its place", async () => {
  await using ground = await startGround();
  const head = await ground.pull(12);
  const branch = `review/pr-12-${head.slice(0, 12)}`;
  await ground.git(["worktree", "add", "--quiet", "-b", branch, `${ground.root}/mine`, head]);
  const { code, message } = await ground.refused("prepare_worktree", { prNumber: 12 });
  assert.equal(code, "conflict");
  assert.ok(message.includes(`${ground.root}/mine`));
  assert.ok(message.includes(branch));
});

Deno.test("the branch refs/heads/review, which would stand in the way, is told by git's own words", async () => {
  await using ground = await startGround();
  const head = await ground.pull(12);
  await ground.git(["update-ref", "refs/heads/review", head]);
  const { code, message } = await ground.refused("prepare_worktree", { prNumber: 12 });
  assert.equal(code, "git_failed");
  assert.match(message, /refs\/heads\/review/);
});

Deno.test("the remote of a contributor's fork is set with the first worktree, and never asked", async () => {
  await using ground = await startGround();
  await ground.pull(12, { head: { ref: "main", sha: "a".repeat(40), repo: "Hubot/hello-fork" } });
  await ground.prepare(12);
  const url = await ground.git(["config", "remote.fork-Hubot.url"]);
  assert.equal(url.trim(), "git@github.com:Hubot/hello-fork");
  assert.equal(await ground.git(["for-each-ref", "refs/remotes/fork-Hubot"]), "");
  await ground.prepare(12, { identity: "again" });
});

Deno.test("a deleted fork, the repository itself and a name of a stranger's making set no remote", async () => {
  await using ground = await startGround();
  const names = [null, "Octocat/Hello", "--upload-pack=x/y", "a/../b", "a/b\n[core]", "a b/c"];
  for (const [index, repo] of names.entries()) {
    const number = 20 + index;
    await ground.pull(number, { head: { ref: "main", sha: "a".repeat(40), repo } });
    assert.equal((await ground.prepare(number)).outcome, "created");
  }
  assert.doesNotMatch(await Deno.readTextFile(`${ground.objects}/config`), /remote|fork/);
});

Deno.test("a fork's remote that a person has changed stays, and the worktree is made", async () => {
  await using ground = await startGround();
  await ground.git(["config", "remote.fork-hubot.url", "https://example.org/hubot/other.git"]);
  await ground.pull(12, { head: { ref: "main", sha: "a".repeat(40), repo: "hubot/hello" } });
  const log: string[] = [];
  await ground.run("prepare_worktree", { prNumber: 12 }, { log: (line) => log.push(line) });
  assert.match(log.join("\n"), /fork-hubot/);
  const url = await ground.git(["config", "remote.fork-hubot.url"]);
  assert.equal(url.trim(), "https://example.org/hubot/other.git");
});

Deno.test("a folder deleted by hand is written down as missing, and git forgets it the next time", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { worktreeId, path } = await ground.prepare(12);
  await ground.git(["switch", "--quiet", "--detach"], { cwd: path });
  await ground.git(["commit", "--quiet", "--allow-empty", "-m", "mine"], { cwd: path });
  const own = (await ground.git(["rev-parse", "HEAD"], { cwd: path })).trim();
  await Deno.remove(path, { recursive: true });
  const analysis = await ground.analysis(worktreeId);
  assert.deepEqual([analysis.missing, analysis.recommendedAction], [true, "remove"]);
  assert.equal(ground.snapshot(worktreeId).state, "missing");
  assert.match(await ground.git(["worktree", "list"]), new RegExp(worktreeId));
  await ground.run("analyze_worktrees");
  assert.equal(ground.snapshot(worktreeId).state, "removed");
  assert.doesNotMatch(await ground.git(["worktree", "list"]), new RegExp(worktreeId));
  const [ref] = ground.snapshot(worktreeId).keptRefs;
  assert.equal((await ground.git(["rev-parse", ref!])).trim(), own);
});

Deno.test("a folder deleted by hand is made again at once when it is asked for", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { path } = await ground.prepare(12);
  await Deno.remove(path, { recursive: true });
  assert.equal((await ground.prepare(12)).outcome, "created");
  assert.equal(await Deno.readTextFile(`${path}/README.md`), "hello\n");
});

Deno.test("a folder that is away while its worktree is locked is waited for", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { worktreeId, path } = await ground.prepare(12);
  await ground.git(["worktree", "lock", "--reason", "on a stick", path]);
  await Deno.rename(path, `${ground.root}/away`);
  await ground.run("analyze_worktrees");
  await ground.run("analyze_worktrees");
  assert.equal(ground.snapshot(worktreeId).state, "missing");
  assert.match((await ground.refused("prepare_worktree", { prNumber: 12 })).message, /on a stick/);
  const { message } = await ground.refused("remove_worktree", { worktreeId });
  assert.match(message, /on a stick/);
  await Deno.rename(`${ground.root}/away`, path);
  await ground.run("analyze_worktrees");
  assert.equal(ground.snapshot(worktreeId).state, "present");
});

Deno.test("while another run works on the mirror every method says so, and does nothing", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const { worktreeId } = await ground.prepare(12);
  const { artifacts, objects } = ground;
  await using _lock = await lockMirror({ artifacts, objects }, new AbortController().signal);
  const calls: [string, object][] = [
    ["prepare_worktree", { prNumber: 12 }],
    ["create_worktree", { branch: "own" }],
    ["attach_worktree", { worktreeId, prNumber: 12 }],
    ["detach_worktree", { worktreeId }],
    ["remove_worktree", { worktreeId }],
    ["analyze_worktrees", {}],
    ["close_merged_worktrees", {}],
    ["refresh_pr_worktrees", {}],
  ];
  for (const [method, args] of calls) {
    const { code, message } = await ground.refused(method, args);
    assert.equal(code, "busy", method);
    assert.match(message, new RegExp(`process ${Deno.pid}`));
  }
});
