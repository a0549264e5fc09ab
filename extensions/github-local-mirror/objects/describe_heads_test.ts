import assert from "node:assert/strict";
import { describeAgain, describeHeads, openObjects } from "./mod.ts";
import { AT, ofSpec, startUpstream, type Upstream } from "./testing/upstream.ts";

const SOME = Array.from({ length: 30 }, (_, line) => `line ${line}\n`).join("");

/** A pull request's head on top of `main`, after which `main` goes on. */
async function pull(upstream: Upstream, number: number, files: Record<string, string>) {
  const main = (await upstream.git(["rev-parse", "refs/heads/main"])).trim();
  const head = await upstream.commit(`refs/pull/${number}/head`, { parents: [main], files });
  return { main, head };
}

Deno.test("what a pull request changes is told from its merge base, also when main has gone on", async () => {
  await using upstream = await startUpstream();
  await upstream.commit("refs/heads/main", { files: { "a.txt": SOME, "b.txt": "b\n" } });
  const { main, head } = await pull(upstream, 7, { "a.txt": `${SOME}more\n` });
  await upstream.commit("refs/heads/main", { files: { "b.txt": "changed on main\n" } });
  const objects = await upstream.open();
  const seen = await upstream.observe(objects);
  assert.deepEqual([seen.changed, seen.waiting], [[7], 1]);
  const documents = await upstream.describe(objects);
  const [state] = ofSpec(documents, "prHeadState");
  assert.deepEqual(state, {
    repo: "octocat/hello",
    number: 7,
    headSha: head,
    present: true,
    fetchedAt: AT,
  });
  const [revision] = ofSpec(documents, "prRevision");
  assert.deepEqual(revision, {
    repo: "octocat/hello",
    number: 7,
    headSha: head,
    baseSha: null,
    mergeBase: main,
    previousHeadSha: null,
    kind: "opened",
    observedAt: AT,
    patchPath: `patches/7/${head}.patch`,
  });
  const [files] = ofSpec(documents, "prFileSnapshot");
  assert.deepEqual(files?.files, [{
    path: "a.txt",
    base64: false,
    previousPath: null,
    status: "modified",
    additions: 1,
    deletions: 0,
    binary: false,
    mode: "100644",
  }]);
  const patch = await Deno.readTextFile(`${objects.places.artifacts}/patches/7/${head}.patch`);
  assert.match(patch, /^diff --git a\/a\.txt b\/a\.txt\n/);
  assert.match(patch, /\n\+more\n$/);
  assert.deepEqual(documents.map(({ name }) => name).sort(), [
    `prcommit.octocat~hello~7~${head.slice(0, 12)}`,
    `prfilesnapshot.octocat~hello~7~${head.slice(0, 12)}`,
    "prheadstate.octocat~hello~7",
    `prrevision.octocat~hello~7~${head.slice(0, 12)}`,
  ]);
});

Deno.test("the platform's base counts over what is guessed, and one that is gone does not", async () => {
  await using upstream = await startUpstream();
  const first = await upstream.commit("refs/heads/main", { files: { a: "1\n" } });
  const second = await upstream.commit("refs/heads/main", { files: { a: "2\n" } });
  await upstream.commit("refs/heads/release", { parents: [first], files: { r: "r\n" } });
  // It was merged by moving main onto it, so that nothing of git tells what its base was.
  const head = await upstream.commit("refs/heads/main", { files: { b: "b\n" } });
  await upstream.git(["update-ref", "refs/pull/1/head", head]);
  const objects = await upstream.open();
  await upstream.observe(objects);
  const [unknown] = ofSpec(await upstream.describe(objects), "prRevision");
  assert.deepEqual([unknown?.mergeBase, unknown?.patchPath], [null, null]);
  const described = async (ref: string, sha: string | null) => {
    await describeAgain(objects, [1, 404]);
    const bases = new Map([[1, { ref, sha }]]);
    const documents = await upstream.describe(objects, { basesOf: () => Promise.resolve(bases) });
    const [revision] = ofSpec(documents, "prRevision");
    const files = ofSpec(documents, "prFileSnapshot").flatMap((one) => one.files);
    return [revision?.baseSha, revision?.mergeBase, files.map(({ path }) => path)];
  };
  assert.deepEqual(await described("main", second), [second, second, ["b"]]);
  assert.deepEqual(await described("main", first), [first, first, ["a", "b"]]);
  assert.deepEqual(await described("release", null), [null, first, ["a", "b"]]);
  assert.deepEqual(await described("release", "f".repeat(40)), [null, first, ["a", "b"]]);
});

Deno.test("a head that a merge commit took in is compared with main before that", async () => {
  await using upstream = await startUpstream();
  const base = await upstream.commit("refs/heads/main", { files: { a: "1\n" } });
  const { head } = await pull(upstream, 1, { b: "b\n" });
  const next = await upstream.commit("refs/heads/main", { parents: [base], files: { a: "2\n" } });
  await upstream.commit("refs/heads/main", { parents: [next, head], files: { b: "b\n" } });
  await upstream.commit("refs/heads/main", { files: { c: "c\n" } });
  const objects = await upstream.open();
  await upstream.observe(objects);
  const documents = await upstream.describe(objects);
  assert.equal(ofSpec(documents, "prRevision")[0]?.mergeBase, base);
  assert.deepEqual(ofSpec(documents, "prFileSnapshot")[0]?.files.map(({ path }) => path), ["b"]);
  assert.deepEqual(ofSpec(documents, "prCommit")[0]?.commits.map(({ sha }) => sha), [head]);
});

Deno.test("a branch that shares nothing with main adds all of its files", async () => {
  await using upstream = await startUpstream();
  await upstream.commit("refs/heads/main", { files: { a: "1\n" } });
  await upstream.commit("refs/pull/1/head", { files: { x: "x\n", "d/y": "y\n" } });
  const objects = await upstream.open();
  await upstream.observe(objects);
  const documents = await upstream.describe(objects);
  const [files] = ofSpec(documents, "prFileSnapshot");
  assert.equal(files?.mergeBase, null);
  assert.deepEqual(files?.files.map(({ path, status }) => [path, status]), [
    ["d/y", "added"],
    ["x", "added"],
  ]);
});

Deno.test("what was not done comes again, and what was does not", async () => {
  await using upstream = await startUpstream();
  await upstream.commit("refs/heads/main", { files: { a: "1\n" } });
  for (let number = 1; number <= 3; number++) {
    await pull(upstream, number, { [`${number}`]: "x\n" });
  }
  const objects = await upstream.open();
  await upstream.observe(objects);
  let asked = 0;
  const some = {
    defaultBranch: "main",
    basesOf: () => Promise.resolve(new Map([[2, "later" as const]])),
    isOver: () => ++asked > 2,
  };
  const seen: number[][] = [];
  for await (const batch of describeHeads(objects, some)) seen.push(batch.numbers);
  assert.deepEqual(seen, [[1, 2, 3], [3]], "newest first, until it is over");
  const again: number[][] = [];
  for await (const batch of describeHeads(objects, { ...some, isOver: () => false })) {
    again.push(batch.numbers);
    await batch.done();
  }
  assert.deepEqual(again, [[1, 2, 3], [3, 1]], "nothing was done, so all comes again");
  const { waiting, changed } = await upstream.observe(objects);
  assert.deepEqual([waiting, changed], [1, []]);
  const rest = await upstream.describe(objects);
  assert.deepEqual(ofSpec(rest, "prRevision").map(({ number }) => number), [2]);
  assert.deepEqual(await upstream.describe(objects), []);
});

Deno.test("a described pull request is the same when it is described again", async () => {
  await using upstream = await startUpstream();
  await upstream.commit("refs/heads/main", { files: { a: "1\n" } });
  await pull(upstream, 1, { b: "2\n" });
  const objects = await upstream.open();
  await upstream.observe(objects);
  const killed = [];
  for await (
    const { documents } of describeHeads(objects, {
      defaultBranch: "main",
      basesOf: () => Promise.resolve(new Map()),
      isOver: () => false,
    })
  ) killed.push(...documents);
  await upstream.observe(objects, "2026-12-01T00:00:00.000Z");
  assert.deepEqual(await upstream.describe(objects), killed);
});

Deno.test("an aborted run stops between pull requests and leaves no process", async () => {
  await using upstream = await startUpstream();
  await upstream.commit("refs/heads/main", { files: { a: "1\n" } });
  await pull(upstream, 1, { b: "2\n" });
  const controller = new AbortController();
  const places = await upstream.places();
  const objects = await openObjects(places, { create: true, signal: controller.signal });
  await upstream.observe(objects);
  const basesOf = () => {
    controller.abort();
    return Promise.resolve(new Map());
  };
  await assert.rejects(upstream.describe(objects, { basesOf }), { name: "AbortError" });
});
