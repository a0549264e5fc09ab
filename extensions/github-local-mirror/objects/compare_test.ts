import assert from "node:assert/strict";
import { compareHead } from "./compare.ts";
import { fetchAll } from "./mod.ts";
import { startUpstream } from "./testing/upstream.ts";

Deno.test("a head that is not there is an error, and never a head without commits", async () => {
  await using upstream = await startUpstream();
  const tip = await upstream.commit("refs/heads/main", { files: { a: "a\n" } });
  const objects = await upstream.open();
  await fetchAll(objects);
  for (const sha of [null, tip]) {
    await assert.rejects(compareHead(objects, "f".repeat(40), { sha, tip }), {
      code: "git_failed",
    });
  }
  for (const sha of ["z".repeat(40), "HEAD", "refs/heads/main", "f".repeat(40)]) {
    const odd = await compareHead(objects, tip, { sha, tip: undefined });
    assert.equal(odd, undefined, `${sha} is no base`);
  }
});

Deno.test("of merges one behind the other, the first that has the head tells the base", async () => {
  await using upstream = await startUpstream();
  const file = (name: string) => ({ files: { [name]: "x\n" } });
  const first = await upstream.commit("refs/heads/main", file("a"));
  const head = await upstream.commit("refs/x/head", { parents: [first], ...file("h") });
  const second = await upstream.commit("refs/heads/main", { parents: [first], ...file("b") });
  const side = await upstream.commit("refs/x/side", { parents: [second, head] });
  const third = await upstream.commit("refs/heads/main", { parents: [second], ...file("c") });
  const merge = await upstream.commit("refs/heads/main", { parents: [third, side] });
  const tip = await upstream.commit("refs/heads/main", { parents: [merge, head], ...file("d") });
  const objects = await upstream.open();
  await fetchAll(objects);
  const nothingSaid = { sha: null, tip };
  assert.deepEqual(await compareHead(objects, head, nothingSaid), {
    baseSha: null,
    mergeBase: first,
    commits: [head],
  });
  assert.deepEqual((await compareHead(objects, side, nothingSaid))?.commits, [head, side]);
  for (const own of [first, third, tip]) {
    assert.equal(await compareHead(objects, own, nothingSaid), undefined);
  }
});
