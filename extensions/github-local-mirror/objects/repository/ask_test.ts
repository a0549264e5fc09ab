import assert from "node:assert/strict";
import { commitAt, fetchAll, fileExistsAt, isAncestor, mergeBaseOf } from "../mod.ts";
import { startUpstream } from "../testing/upstream.ts";

Deno.test("commits are asked for by full refs and ids, and nothing else is an option", async () => {
  await using upstream = await startUpstream();
  const first = await upstream.commit("refs/heads/main", { files: { a: "a\n" } });
  const second = await upstream.commit("refs/heads/main", { files: { b: "b\n" } });
  const alone = await upstream.commit("refs/heads/alone", { parents: [], files: { c: "c\n" } });
  const objects = await upstream.open();
  await fetchAll(objects);
  assert.equal(await commitAt(objects, "refs/remotes/origin/main"), second);
  assert.equal(await commitAt(objects, first), first);
  for (const name of ["refs/heads/none", "f".repeat(40), "--all", "-x", "a b", ":0:a"]) {
    assert.equal(await commitAt(objects, name), undefined, name);
  }
  for (const name of ["", "x\ny", "x\0y"]) await assert.rejects(commitAt(objects, name));
  assert.equal(await mergeBaseOf(objects, first, second), first);
  assert.equal(await mergeBaseOf(objects, alone, second), null);
  assert.deepEqual([
    await isAncestor(objects, first, second),
    await isAncestor(objects, second, first),
    await isAncestor(objects, first, first),
  ], [true, false, true]);
  await assert.rejects(isAncestor(objects, "f".repeat(40), first), { code: "git_failed" });
  for (const id of ["main", "--all", first.slice(0, 12), `${first}^`, ""]) {
    await assert.rejects(mergeBaseOf(objects, id, first), { code: "refused" }, id);
  }
});

Deno.test("a file is there at a commit, as long as it is and no line longer", async () => {
  await using upstream = await startUpstream();
  const files = {
    "a.txt": "1\n2\n3",
    "empty": "",
    "d/e": "x\n",
    "link": { mode: "120000", content: "/etc/passwd" },
    "-x": "x\n",
    "$(id)": "x\n",
  } as const;
  const head = await upstream.commit("refs/heads/main", { files });
  const objects = await upstream.open();
  await fetchAll(objects);
  const there = (path: string, line?: number) => fileExistsAt(objects, head, path, line);
  for (const path of ["a.txt", "empty", "d/e", "link", "-x", "$(id)"]) assert.ok(await there(path));
  for (const path of ["", "d", "none", "../a.txt", "/a.txt", "a.txt\0", "a.txt\n", "d/../a.txt"]) {
    assert.ok(!await there(path), path);
    assert.ok(!await there(path, 1), path);
  }
  const lines = [0, 1, 3, 4, -1, 1e9];
  assert.deepEqual(await Promise.all(lines.map((line) => there("a.txt", line))), [
    ...[false, true, true, false, false, false],
  ]);
  assert.deepEqual([await there("empty", 1), await there("d/e", 1), await there("d/e", 2)], [
    ...[false, true, false],
  ]);
});
