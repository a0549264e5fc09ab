import assert from "node:assert/strict";
import { fetchAll } from "../mod.ts";
import { startUpstream } from "../testing/upstream.ts";
import { changedFiles, patchOf } from "./diff.ts";

Deno.test("a comparison that takes too long is given up, and the next one is made", async () => {
  await using upstream = await startUpstream();
  const base = await upstream.commit("refs/heads/main", { files: { a: "a\n" } });
  const head = await upstream.commit("refs/heads/x", { parents: [base], files: { b: "b\n" } });
  const objects = await upstream.open();
  await fetchAll(objects);
  const pair = { base, head };
  // Git may be faster than no time at all; given up, it is undefined and never a part.
  const files = await changedFiles(objects, pair, 0);
  assert.ok(files === undefined || files.files.length === 1);
  assert.deepEqual((await changedFiles(objects, pair))?.files.map(({ path }) => path), ["b"]);
  const patch = new TextDecoder().decode(await patchOf(objects, pair));
  assert.match(patch, /^diff --git a\/b b\/b\n[^]*\n\+b\n$/);
});

Deno.test("a commit that is not there is an error with git's words, and not an empty difference", async () => {
  await using upstream = await startUpstream();
  const main = await upstream.commit("refs/heads/main", { files: { a: "a\n" } });
  const objects = await upstream.open();
  await fetchAll(objects);
  const none = "f".repeat(40);
  for (const pair of [{ base: main, head: none }, { base: none, head: main }]) {
    await assert.rejects(changedFiles(objects, pair), { code: "git_failed" });
    await assert.rejects(patchOf(objects, pair), { code: "git_failed" });
  }
  assert.deepEqual((await changedFiles(objects, { base: main, head: main }))?.files, []);
});
