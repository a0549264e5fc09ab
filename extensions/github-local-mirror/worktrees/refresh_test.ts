import assert from "node:assert/strict";
import { type Ground, runIn, startGround } from "./testing/ground.ts";
import { type Facts, UNTOUCHED } from "./reasons.ts";
import { decideRefresh, type Target } from "./refresh.ts";

const refresh = async (ground: Ground, args: object = {}) =>
  runIn(await ground.run("refresh_pr_worktrees", { dryRun: false, ...args }));

const outcomesOf = ({ results }: ReturnType<typeof runIn>) =>
  Object.fromEntries(results.map(({ worktreeId, outcome }) => [worktreeId, outcome]));

/** Pull request 12 with a worktree, whose branch was then pushed to. */
async function moved(ground: Ground) {
  await ground.pull(12);
  const worktree = await ground.prepare(12);
  const head = await ground.pull(12);
  return { ...worktree, head };
}

Deno.test("a clean worktree is brought forward to the head of its pull request", async () => {
  await using ground = await startGround();
  const { worktreeId, path, head, headSha } = await moved(ground);
  const { results, counts, complete } = await refresh(ground);
  assert.deepEqual(counts, { updated: 1 });
  assert.ok(complete);
  assert.deepEqual([results[0]!.before, results[0]!.after], [headSha, head]);
  assert.equal((await ground.git(["rev-parse", "HEAD"], { cwd: path })).trim(), head);
  assert.equal(await ground.git(["status", "--porcelain"], { cwd: path }), "");
  const { prHeadSha, outcome, branch } = ground.snapshot(worktreeId);
  assert.deepEqual([prHeadSha, outcome], [head, "updated"]);
  assert.equal((await ground.git(["rev-parse", `refs/heads/${branch}`])).trim(), head);
});

Deno.test("a dry run, which is what happens unless asked otherwise, changes nothing", async () => {
  await using ground = await startGround();
  const { worktreeId, path, headSha } = await moved(ground);
  await ground.pull(13);
  const before = structuredClone([...ground.data]);
  const written = await ground.run("refresh_pr_worktrees", { materialize: true });
  const run = runIn(written);
  assert.ok(run.dryRun);
  assert.deepEqual(run.counts, { "would-update": 1, "would-create": 1 });
  assert.equal(written.length, 1);
  assert.equal((await ground.git(["rev-parse", "HEAD"], { cwd: path })).trim(), headSha);
  for (const [name, document] of before) assert.deepEqual(ground.data.get(name), document);
  assert.equal(ground.snapshot(worktreeId).outcome, "created");
});

const BLOCKS: [string, RegExp, (ground: Ground, path: string) => Promise<unknown>][] = [
  ["a modified file", /1 modified file/, (_, path) => Deno.writeTextFile(`${path}/README.md`, "x")],
  ["an untracked file", /1 untracked file/, (_, path) => Deno.writeTextFile(`${path}/x`, "x")],
  [
    "a commit of its own",
    /1 commit on no other branch/,
    (ground, path) => ground.git(["commit", "-q", "--allow-empty", "-m", "mine"], { cwd: path }),
  ],
  [
    "a bisect under way",
    /bisect/,
    (ground, path) => ground.git(["bisect", "start"], { cwd: path }),
  ],
  ["a lock", /locked/, (ground, path) => ground.git(["worktree", "lock", path])],
  ["no folder", /its folder is missing/, (_, path) => Deno.remove(path, { recursive: true })],
];

for (const [what, reason, happens] of BLOCKS) {
  Deno.test(`a worktree with ${what} is blocked, with the reason, and stays as it is`, async () => {
    await using ground = await startGround();
    const { path, headSha } = await moved(ground);
    await happens(ground, path);
    const before = await ground.git(["worktree", "list", "--porcelain"]);
    const { results, counts } = await refresh(ground);
    assert.deepEqual(counts, { blocked: 1 });
    assert.match(results[0]!.reasons.join(), reason);
    assert.equal(await ground.git(["worktree", "list", "--porcelain"]), before);
    assert.ok(headSha);
  });
}

Deno.test("a rewritten branch is no way forward: it is blocked and prepare_worktree is named", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  await ground.prepare(12);
  const rewritten = await ground.commit("refs/heads/rewritten", { "other.txt": "o" });
  await ground.pull(12, { sha: rewritten });
  const { results } = await refresh(ground);
  assert.equal(results[0]!.outcome, "blocked");
  assert.match(results[0]!.reasons.join(), /rewritten.*prepare_worktree/);
});

Deno.test("an ignored file that the new head has as well is not written over", async () => {
  await using ground = await startGround();
  const { path, worktreeId } = await moved(ground);
  await ground.commit("refs/remotes/pull/12/head", { "secret.local": "theirs" });
  const sha = (await ground.git(["rev-parse", "refs/remotes/pull/12/head"])).trim();
  await ground.pull(12, { sha });
  await Deno.mkdir(`${ground.objects}/info`, { recursive: true });
  await Deno.writeTextFile(`${ground.objects}/info/exclude`, "*.local\n");
  await Deno.writeTextFile(`${path}/secret.local`, "mine");
  const { written, error } = await ground.attempt("refresh_pr_worktrees", { dryRun: false });
  assert.match(error!.message, new RegExp(worktreeId));
  const [result] = runIn(written).results;
  assert.equal(result!.outcome, "failed");
  assert.equal(runIn(written).complete, false);
  assert.equal(await Deno.readTextFile(`${path}/secret.local`), "mine");
});

Deno.test("worktrees of merged and closed pull requests are kept", async () => {
  await using ground = await startGround();
  const { head } = await moved(ground);
  for (const state of ["merged", "closed"] as const) {
    await ground.pull(12, { sha: head, state });
    const { results } = await refresh(ground);
    assert.deepEqual([results[0]!.outcome, results[0]!.reasons], ["kept", [
      `its pull request is ${state}`,
    ]]);
  }
});

Deno.test("only worktrees of one identity are touched when it is named", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const alice = await ground.prepare(12, { identity: "alice" });
  await ground.prepare(12, { identity: "bob" });
  await ground.pull(12);
  assert.deepEqual(outcomesOf(await refresh(ground, { identity: "alice" })), {
    [alice.worktreeId]: "updated",
  });
});

Deno.test("a worktree on a pull request's own branch is linked to it and brought up", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  const [made] = await ground.run("create_worktree", { branch: "topic-12" });
  const id = String(made!.data.worktreeId);
  assert.equal(runIn(await ground.run("refresh_pr_worktrees")).counts["would-update"], 1);
  assert.equal(ground.snapshot(id).prNumber, null);
  assert.deepEqual(outcomesOf(await refresh(ground, { autoAttach: false })), {});
  const { results } = await refresh(ground);
  assert.equal(results[0]!.outcome, "updated");
  assert.match(results[0]!.reasons.join(), /its branch is that of #12/);
  assert.equal(ground.snapshot(id).prNumber, 12);
  assert.deepEqual(outcomesOf(await refresh(ground)), { [id]: "kept" });
});

Deno.test("a fork's branch of the same name, or two pull requests of one branch, link nothing", async () => {
  await using ground = await startGround();
  const head = { ref: "topic", sha: "a".repeat(40) };
  await ground.pull(12, { head: { ...head, repo: "hubot/hello" } });
  await ground.run("create_worktree", { branch: "topic" });
  assert.deepEqual((await refresh(ground)).results, []);
  await ground.pull(13, { head: { ...head, repo: "octocat/hello" } });
  await ground.pull(14, { head: { ...head, repo: "octocat/hello" } });
  assert.deepEqual((await refresh(ground)).results, []);
});

Deno.test("missing worktrees are made for open pull requests, newest first, twenty at most", async () => {
  await using ground = await startGround();
  const sha = await ground.pull(1);
  for (let number = 2; number <= 24; number++) await ground.pull(number, { sha });
  await ground.pull(23, { sha, state: "closed" });
  await ground.prepare(24);
  const log: string[] = [];
  const args = { dryRun: false, materialize: true };
  const run = runIn(
    await ground.run("refresh_pr_worktrees", args, { log: (line) => log.push(line) }),
  );
  assert.deepEqual(run.counts, { kept: 1, created: 20 });
  const made = run.results.filter(({ outcome }) => outcome === "created");
  assert.deepEqual(
    made.map(({ prNumber }) => prNumber),
    Array.from({ length: 20 }, (_, i) => 22 - i),
  );
  assert.match(log.join("\n"), /2 open pull requests are left/);
  assert.deepEqual((await refresh(ground, { materialize: true })).counts, { kept: 21, created: 2 });
});

Deno.test("one that cannot be made is told, the others are made, and the run fails", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  await ground.pull(13);
  ground.data.delete("prheadstate.octocat~hello~13");
  const args = { dryRun: false, materialize: true };
  const { written, error } = await ground.attempt("refresh_pr_worktrees", args);
  assert.match(error!.message, /1 of 2 worktrees failed: pr-13/);
  const { counts, complete } = runIn(written);
  assert.deepEqual([counts, complete], [{ failed: 1, created: 1 }, false]);
});

Deno.test("a run that is cancelled writes down what it has done", async () => {
  await using ground = await startGround();
  await ground.pull(12);
  await ground.pull(13);
  const stop = new AbortController();
  const { written, error } = await ground.attempt("refresh_pr_worktrees", {
    dryRun: false,
    materialize: true,
  }, {
    signal: stop.signal,
    context: stopAfterFirst(ground, stop),
  });
  assert.equal(error?.name, "AbortError");
  void written;
  const runs = [...ground.specs].filter(([, spec]) => spec === "worktreeRefreshRun");
  const document = ground.data.get(runs.at(-1)![0])!;
  assert.equal(document.complete, false);
  assert.deepEqual(document.counts, { created: 1 });
});

Deno.test("the newest fifty runs stay", async () => {
  await using ground = await startGround();
  const names = Array.from(
    { length: 50 },
    (_, minute) =>
      `worktreerefreshrun.octocat~hello~2020-01-01t00-${String(minute).padStart(2, "0")}`,
  );
  for (const name of names) {
    ground.data.set(name, {});
    ground.specs.set(name, "worktreeRefreshRun");
  }
  await ground.attempt("refresh_pr_worktrees", {});
  const runs = [...ground.specs].filter(([, spec]) => spec === "worktreeRefreshRun");
  assert.deepEqual(runs.slice(0, -1).map(([name]) => name), names.slice(1));
  assert.equal(runs.length, 50);
});

/** Cancels the run when the first document is written. */
function stopAfterFirst(ground: Ground, stop: AbortController): Record<string, unknown> {
  return {
    writeResource: (specName: string, name: string, data: Record<string, unknown>) => {
      ground.data.set(name, data);
      ground.specs.set(name, specName);
      stop.abort();
      return Promise.resolve({ name, specName, version: 1 });
    },
  };
}

const MOVED: Target = { prState: "open", headSha: "a".repeat(40), ahead: 0, behind: 2 };

const TABLE: readonly (readonly [string, Partial<Facts>, Partial<Target>, string])[] = [
  ["clean and behind", {}, {}, "update"],
  ["with ignored files", { ignored: 5 }, {}, "update"],
  ["at the head", {}, { behind: 0 }, "keep"],
  ["at the head, with changes", { modified: 1 }, { behind: 0 }, "keep"],
  ["of a merged pull request", {}, { prState: "merged" }, "keep"],
  ["of a closed one", {}, { prState: "closed" }, "keep"],
  ["of a deleted one", {}, { prState: "deleted" }, "keep"],
  ["of one that is not mirrored", {}, { prState: null }, "keep"],
  ["with changes", { modified: 1 }, {}, "block"],
  ["with untracked files", { untracked: 1 }, {}, "block"],
  ["with changes nobody sees", { unseen: 1 }, {}, "block"],
  ["with a populated submodule", { submodules: 1 }, {}, "block"],
  ["with commits of its own", { ownCommits: 1 }, { ahead: 1 }, "block"],
  [
    "with commits of its own on top of the head",
    { ownCommits: 1 },
    { ahead: 1, behind: 0 },
    "block",
  ],
  ["of a rewritten branch", {}, { ahead: 1 }, "block"],
  ["in a merge", { inProgress: "merge" }, {}, "block"],
  ["with a left lock", { locks: ["index.lock"] }, {}, "block"],
  ["that is locked", { lockReason: "" }, {}, "block"],
  ["half made", { unfinished: true }, {}, "block"],
  ["that could not be checked", { unchecked: "x" }, {}, "block"],
  ["whose folder is gone", { folder: "missing" }, {}, "block"],
  ["whose folder is a link", { folder: "link" }, {}, "block"],
  ["whose folder leads elsewhere", { folder: "foreign" }, {}, "block"],
  [
    "whose pull request has no head here",
    {},
    { headSha: null, ahead: null, behind: null },
    "block",
  ],
];

for (const [what, facts, target, decision] of TABLE) {
  Deno.test(`refreshing a worktree ${what}: ${decision}`, () => {
    const found = decideRefresh({ ...UNTOUCHED, ...facts }, { ...MOVED, ...target });
    assert.equal(found.do, decision);
    if (found.do === "block") assert.ok(found.reasons.length > 0);
  });
}
