import assert from "node:assert/strict";
import { fetchAll, keepRevisions, observeHeads, refsBelow } from "./mod.ts";
import { AT, ofSpec, startUpstream } from "./testing/upstream.ts";

const LATER = "2026-11-22T09:00:00.000Z";

Deno.test("a push, a force push, a head that is gone and one that is back are told apart", async () => {
  await using upstream = await startUpstream();
  const main = await upstream.commit("refs/heads/main", { files: { a: "1\n" } });
  const ref = "refs/pull/1/head";
  const first = await upstream.commit(ref, { parents: [main], files: { b: "1\n" } });
  const objects = await upstream.open();
  const kinds: unknown[] = [];
  const look = async (at: string) => {
    const { changed } = await upstream.observe(objects, at);
    const documents = await upstream.describe(objects);
    for (const { headSha, previousHeadSha, kind, observedAt } of ofSpec(documents, "prRevision")) {
      kinds.push([headSha, previousHeadSha, kind, observedAt]);
    }
    return [changed, ofSpec(documents, "prHeadState").map((one) => [one.headSha, one.present])];
  };
  assert.deepEqual(await look(AT), [[1], [[first, true]]]);
  const second = await upstream.commit(ref, { files: { c: "1\n" } });
  assert.deepEqual(await look(LATER), [[1], [[second, true]]]);
  const third = await upstream.commit(ref, { parents: [main], files: { d: "1\n" } });
  assert.deepEqual(await look(LATER), [[1], [[third, true]]]);
  assert.deepEqual(await look(LATER), [[], []]);
  await upstream.git(["update-ref", "-d", ref]);
  assert.deepEqual(await look(LATER), [[1], [[third, false]]]);
  await upstream.git(["update-ref", ref, third]);
  assert.deepEqual(await look(LATER), [[1], [[third, true]]]);
  assert.deepEqual(kinds, [
    [first, null, "opened", AT],
    [second, first, "pushed", LATER],
    [third, second, "force-pushed", LATER],
  ]);
});

Deno.test("every revision stays, whatever is pushed over it and however git cleans up", async () => {
  await using upstream = await startUpstream();
  const main = await upstream.commit("refs/heads/main", { files: { a: "1\n" } });
  const objects = await upstream.open();
  const heads: string[] = [];
  for (const name of ["x", "y", "z"]) {
    heads.push(
      await upstream.commit("refs/pull/9/head", { parents: [main], files: { [name]: "1" } }),
    );
    await upstream.observe(objects);
  }
  await upstream.git(["update-ref", "-d", "refs/pull/9/head"]);
  await upstream.observe(objects);
  await objects.git(["gc", "--quiet", "--prune=now"]);
  const kept = await refsBelow(objects, "refs/svc/pulls/9");
  assert.deepEqual(
    [...kept.keys()].sort(),
    heads.map((id) => `refs/svc/pulls/9/${id.slice(0, 12)}`).sort(),
  );
  for (const id of heads) assert.equal(await objects.git(["cat-file", "-t", id]), "commit\n");
  const documents = await upstream.describe(objects);
  assert.deepEqual(ofSpec(documents, "prRevision").map(({ headSha }) => headSha), heads);
});

Deno.test("a revision is not lost when a sync is killed right after its fetch", async () => {
  await using upstream = await startUpstream();
  const main = await upstream.commit("refs/heads/main", { files: { a: "1\n" } });
  const lost = await upstream.commit("refs/pull/1/head", { parents: [main], files: { b: "1" } });
  const objects = await upstream.open();
  await fetchAll(objects);
  const next = await upstream.commit("refs/pull/1/head", { parents: [main], files: { c: "1" } });
  await upstream.observe(objects);
  const revisions = ofSpec(await upstream.describe(objects), "prRevision");
  assert.deepEqual(revisions.map(({ headSha }) => headSha), [lost, next]);
});

Deno.test("two ids that begin the same are both kept", async () => {
  await using upstream = await startUpstream();
  const one = await upstream.commit("refs/heads/main", { files: { a: "1\n" } });
  const other = await upstream.commit("refs/heads/main", { files: { a: "2\n" } });
  const objects = await upstream.open();
  await fetchAll(objects);
  const taken = `refs/svc/pulls/1/${other.slice(0, 12)}`;
  await objects.git(["update-ref", taken, one]);
  await keepRevisions(objects, [{ number: 1, headSha: other }, { number: 1, headSha: other }]);
  await keepRevisions(objects, [{ number: 1, headSha: other }]);
  assert.deepEqual(
    await refsBelow(objects, "refs/svc/pulls"),
    new Map([
      [taken, one],
      [`refs/svc/pulls/1/${other}`, other],
    ]),
  );
});

Deno.test("only numbers of pull requests are heads", async () => {
  await using upstream = await startUpstream();
  const main = await upstream.commit("refs/heads/main", { files: { a: "1\n" } });
  for (const name of ["0", "01", "-1", "1e3", "x", "99999999999", "5"]) {
    await upstream.git(["update-ref", `refs/pull/${name}/head`, main]);
  }
  await upstream.git(["update-ref", "refs/pull/6/merge", main]);
  const objects = await upstream.open();
  assert.deepEqual((await upstream.observe(objects)).changed, [5]);
});

Deno.test("the digest of refs changes with what was fetched and with nothing else", async () => {
  await using upstream = await startUpstream();
  const main = await upstream.commit("refs/heads/main", { files: { a: "1\n" } });
  const objects = await upstream.open();
  const { refsDigest } = await upstream.observe(objects);
  await objects.git(["update-ref", "refs/heads/review/pr-1", main]);
  assert.equal((await upstream.observe(objects)).refsDigest, refsDigest);
  await upstream.git(["update-ref", "refs/tags/v1", main]);
  assert.notEqual((await upstream.observe(objects)).refsDigest, refsDigest);
});

Deno.test("a damaged list of heads is refused with how to go on, and going on so works", async () => {
  await using upstream = await startUpstream();
  const main = await upstream.commit("refs/heads/main", { files: { a: "1\n" } });
  await upstream.commit("refs/pull/1/head", { parents: [main], files: { b: "1" } });
  const objects = await upstream.open();
  await upstream.observe(objects);
  const path = `${objects.places.artifacts}/heads.json`;
  for (const text of ["", "{", "[]", '{"generation":1}']) {
    await Deno.writeTextFile(path, text);
    await assert.rejects(observeHeads(objects, AT), /heads\.json is damaged\. Remove it/);
  }
  await Deno.remove(path);
  assert.deepEqual((await observeHeads(objects, AT)).changed, [1]);
});

Deno.test("a note that a kill has cut is as if it were not made", async () => {
  await using upstream = await startUpstream();
  const main = await upstream.commit("refs/heads/main", { files: { a: "1\n" } });
  await upstream.commit("refs/pull/1/head", { parents: [main], files: { b: "1" } });
  const objects = await upstream.open();
  await upstream.observe(objects);
  const documents = await upstream.describe(objects);
  const notes = `${objects.places.artifacts}/heads.1.done`;
  const text = await Deno.readTextFile(notes);
  await Deno.writeTextFile(notes, text.slice(0, -1));
  const again = await upstream.describe(objects);
  assert.deepEqual(again, documents.filter(({ spec }) => spec !== "prHeadState"));
});
