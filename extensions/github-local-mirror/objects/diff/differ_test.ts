import assert from "node:assert/strict";
import { fetchAll } from "../mod.ts";
import { startUpstream } from "../testing/upstream.ts";
import { openDiffer } from "./differ.ts";
import { sinceCommit } from "./pair.ts";

Deno.test("a comparison that takes too long is given up, and the next one is made", async () => {
  await using upstream = await startUpstream();
  const main = await upstream.commit("refs/heads/main", { files: { a: "a\n" } });
  const head = await upstream.commit("refs/heads/x", { parents: [main], files: { b: "b\n" } });
  const objects = await upstream.open();
  await fetchAll(objects);
  const pair = sinceCommit(main, head);
  await using hurried = openDiffer(objects, 0);
  // Git may be faster than no time at all; given up, it is undefined and never a part.
  const files = await hurried.files(pair);
  assert.ok(files === undefined || files.files.length === 1);
  await using differ = openDiffer(objects);
  assert.deepEqual((await differ.files(pair))?.files.map(({ path }) => path), ["b"]);
  assert.match(
    new TextDecoder().decode((await differ.patch(pair))![0]),
    /^diff --git a\/b b\/b\n$/,
  );
});

Deno.test("a commit that is not there is an error with git's words, and not an empty difference", async () => {
  await using upstream = await startUpstream();
  const main = await upstream.commit("refs/heads/main", { files: { a: "a\n" } });
  const objects = await upstream.open();
  await fetchAll(objects);
  await using differ = openDiffer(objects);
  for (const pair of [sinceCommit(main, "f".repeat(40)), sinceCommit("f".repeat(40), main)]) {
    await assert.rejects(differ.files(pair), { code: "git_failed" });
    await assert.rejects(differ.patch(pair), { code: "git_failed" });
  }
  assert.deepEqual((await differ.files(sinceCommit(main, main)))?.files, []);
});
