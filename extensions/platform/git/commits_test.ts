import assert from "node:assert/strict";
import { commitAt, fileExistsAt, isAncestor, mergeBaseOf } from "./commits.ts";
import { type GitRepository, gitRepository, makeBare } from "./repository.ts";

/** A file of a commit: its content, or also its mode. */
type File = string | { mode: string; content: string };

/** An empty repository in a folder of its own, and commits in it. */
async function emptyRepository() {
  const folder = await Deno.makeTempDir();
  const repository = gitRepository(folder, { signal: new AbortController().signal });
  await makeBare(repository);
  return {
    repository,
    commit: (ref: string, files: Record<string, File>, parent?: string) =>
      commitOn(repository, ref, files, parent),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

async function commitOn(
  { git }: GitRepository,
  ref: string,
  files: Record<string, File>,
  parent?: string,
): Promise<string> {
  const data = (text: string) => `data ${text.length}\n${text}\n`;
  const input = `commit ${ref}\ncommitter a <a@example.com> 0 +0000\n${data("x")}` +
    (parent === undefined ? "" : `from ${parent}\n`) +
    Object.entries(files).map(([path, file]) => {
      const { mode, content } = typeof file === "string" ? { mode: "100644", content: file } : file;
      return `M ${mode} inline ${path}\n${data(content)}`;
    }).join("");
  await git(["fast-import", "--quiet", "--force"], { input });
  return (await git(["rev-parse", "--verify", ref])).trim();
}

Deno.test("commits are asked for by full refs and ids, and nothing else is an option", async () => {
  await using place = await emptyRepository();
  const { repository } = place;
  const first = await place.commit("refs/heads/main", { a: "a\n" });
  const second = await place.commit("refs/heads/main", { b: "b\n" }, first);
  const alone = await place.commit("refs/heads/alone", { c: "c\n" });
  assert.equal(await commitAt(repository, "refs/heads/main"), second);
  assert.equal(await commitAt(repository, first), first);
  for (const name of ["refs/heads/none", "f".repeat(40), "--all", "-x", "a b", ":0:a"]) {
    assert.equal(await commitAt(repository, name), undefined, name);
  }
  for (const name of ["", "x\ny", "x\0y"]) await assert.rejects(commitAt(repository, name));
  assert.equal(await mergeBaseOf(repository, first, second), first);
  assert.equal(await mergeBaseOf(repository, alone, second), null);
  assert.deepEqual([
    await isAncestor(repository, first, second),
    await isAncestor(repository, second, first),
    await isAncestor(repository, first, first),
  ], [true, false, true]);
  await assert.rejects(isAncestor(repository, "f".repeat(40), first), { code: "git_failed" });
  for (const id of ["main", "--all", first.slice(0, 12), `${first}^`, ""]) {
    await assert.rejects(mergeBaseOf(repository, id, first), { code: "refused" }, id);
  }
});

Deno.test("a file is there at a commit, as long as it is and no line longer", async () => {
  await using place = await emptyRepository();
  const head = await place.commit("refs/heads/main", {
    "a.txt": "1\n2\n3",
    "empty": "",
    "d/e": "x\n",
    "link": { mode: "120000", content: "/etc/passwd" },
    "-x": "x\n",
    "$(id)": "x\n",
  });
  const there = (path: string, line?: number) => fileExistsAt(place.repository, head, path, line);
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
