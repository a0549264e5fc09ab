import assert from "node:assert/strict";
import { about, branchWith, startPair, tip, write } from "../testing/pair.ts";

Deno.test("a reference is made once, moves forward, and is taken away", async () => {
  await using host = await startPair();
  const repo = about(host);
  const first = await tip(repo);
  await write(repo, "a.txt", "a\n");
  const second = await tip(repo);
  const ref = "refs/heads/b";
  await repo.post("/git/refs", { ref, sha: second });
  await assert.rejects(repo.post("/git/refs", { ref, sha: second }), /422 .*already exists/);
  const move = (sha: string, force?: boolean) =>
    repo.patch("/git/refs/heads/b", { sha, ...force === undefined ? {} : { force } });
  await assert.rejects(move(first), /422 .*not a fast forward/);
  await move(first, true);
  await move(second);
  await repo.remove("/git/refs/heads/b");
  await assert.rejects(repo.remove("/git/refs/heads/b"), /422 .*does not exist/);
  await assert.rejects(repo.get("/git/ref/heads/b"), /404/);
});

for (const ref of ["heads/b", "refs/b", "refs/heads/a..b", "refs/heads/", "refs/heads/x.lock"]) {
  Deno.test(`'${ref}' is not a name of a reference`, async () => {
    await using host = await startPair();
    const repo = about(host);
    const creating = repo.post("/git/refs", { ref, sha: await tip(repo) });
    await assert.rejects(creating, /422 .*is not a valid ref name/);
  });
}

Deno.test("a branch leads to a commit that exists", async () => {
  await using host = await startPair();
  const repo = about(host);
  const { sha: blob } = await repo.post<{ sha: string }>("/git/blobs", { content: "a" });
  for (const sha of ["0".repeat(40), blob, "main"]) {
    const creating = repo.post("/git/refs", { ref: "refs/heads/b", sha });
    await assert.rejects(creating, /422 .*Object does not exist/, sha);
  }
});

Deno.test("a name finds exactly its reference, and a prefix all that begin with it", async () => {
  await using host = await startPair();
  const repo = about(host);
  const sha = await tip(repo);
  for (const name of ["feature", "feature-2"]) {
    await repo.post("/git/refs", { ref: `refs/heads/x/${name}`, sha });
  }
  const { ref } = await repo.get<{ ref: string }>("/git/ref/heads/x/feature");
  assert.equal(ref, "refs/heads/x/feature");
  const matching = await repo.get<unknown[]>("/git/matching-refs/heads/x/feature");
  assert.equal(matching.length, 2);
  await assert.rejects(repo.get("/git/ref/heads/x"), /404/);
  await repo.get("/branches/x%2Ffeature");
});

Deno.test("a tree is written upon another: added, replaced and taken away", async () => {
  await using host = await startPair();
  const repo = about(host);
  await write(repo, "folder/a.txt", "a\n");
  const made = await repo.post<{ sha: string }>("/git/trees", {
    base_tree: await tip(repo),
    tree: [
      { path: "run.sh", mode: "100755", type: "blob", content: "#!/bin/sh\n" },
      { path: "README.md", mode: "100644", type: "blob", sha: null },
    ],
  });
  const { tree } = await repo.get<{ tree: { path: string; mode: string }[] }>(
    `/git/trees/${made.sha}?recursive=1`,
  );
  assert.deepEqual(tree.map(({ path, mode }) => `${mode} ${path}`), [
    "040000 folder",
    "100644 folder/a.txt",
    "100755 run.sh",
  ]);
});

for (const path of ["/absolute", "a/../b", ".git/config", "a//b"]) {
  Deno.test(`'${path}' is not a path in a tree`, async () => {
    await using host = await startPair();
    const repo = about(host);
    const tree = [{ path, mode: "100644", type: "blob", content: "a" }];
    await assert.rejects(repo.post("/git/trees", { tree }), /422 /);
  });
}

Deno.test("a commit is written with its parents, and changes nothing until a branch moves", async () => {
  await using host = await startPair();
  const repo = about(host);
  const before = await tip(repo);
  const { tree } = await repo.get<{ tree: { sha: string } }>(`/git/commits/${before}`);
  const author = { name: "Ä <x>", email: "a@example.com", date: "2026-01-02T03:04:05Z" };
  const made = await repo.post<{ sha: string; author: object; parents: { sha: string }[] }>(
    "/git/commits",
    { message: "Two\n\nlines", tree: tree.sha, parents: [before], author },
  );
  assert.deepEqual(made.parents.map(({ sha }) => sha), [before]);
  assert.partialDeepStrictEqual(made.author, { ...author, name: "Ä x" });
  assert.equal(await tip(repo), before);
  const none = { message: "a", tree: "0".repeat(40) };
  await assert.rejects(repo.post("/git/commits", none), /422 .*Tree SHA does not exist/);
});

Deno.test("commits are listed newest first, by path and by branch", async () => {
  await using host = await startPair();
  const repo = about(host);
  await branchWith(repo, "b");
  await write(repo, "a.txt", "a\n");
  const messages = async (query: string) =>
    (await repo.get<{ commit: { message: string } }[]>(`/commits?${query}`))
      .map(({ commit }) => commit.message);
  assert.deepEqual(await messages(""), ["Write a.txt", "Initial commit"]);
  assert.deepEqual(await messages("path=a.txt"), ["Write a.txt"]);
  assert.deepEqual(await messages("sha=b"), ["Write b.txt", "Initial commit"]);
  assert.deepEqual(await messages("per_page=1&page=2"), ["Initial commit"]);
  const one = await repo.get<{ author: { login: string }; files: unknown[] }>("/commits/main");
  assert.deepEqual([one.author.login, one.files.length], ["octocat", 1]);
  await assert.rejects(repo.get("/commits/none"), /422 .*No commit found/);
});

Deno.test("a comparison says who is ahead", async () => {
  await using host = await startPair();
  const repo = about(host);
  await branchWith(repo, "b");
  const status = async (range: string) => {
    const { status, ahead_by, behind_by } = await repo.get(`/compare/${range}`);
    return [status, ahead_by, behind_by];
  };
  assert.deepEqual(await status("main...b"), ["ahead", 1, 0]);
  assert.deepEqual(await status("b...main"), ["behind", 0, 1]);
  assert.deepEqual(await status("b...b"), ["identical", 0, 0]);
  await write(repo, "a.txt", "a\n");
  assert.deepEqual(await status("main...b"), ["diverged", 1, 1]);
  await assert.rejects(repo.get("/compare/main...none"), /404/);
});

Deno.test("a fork's branch is compared by its owner's name", async () => {
  await using host = await startPair();
  await about(host, "reader").post("/forks");
  await branchWith(about(host, "reader", "hubot/one"), "b");
  const { ahead_by, files } = await about(host).get<{ ahead_by: number; files: unknown[] }>(
    "/compare/main...hubot:b",
  );
  assert.deepEqual([ahead_by, files.length], [1, 1]);
});

Deno.test("branches are merged: a commit, nothing to do, a conflict, or one that is missing", async () => {
  await using host = await startPair();
  const repo = about(host);
  await branchWith(repo, "b", "a.txt", "b\n");
  await branchWith(repo, "c", "a.txt", "c\n");
  const merge = (head: string, base = "main") => repo.post("/merges", { base, head });
  await merge("b");
  assert.equal(await merge("b"), undefined);
  await assert.rejects(merge("c"), /409 .*Merge conflict/);
  await assert.rejects(merge("none"), /404 .*Head does not exist/);
  await assert.rejects(merge("b", "none"), /404 .*Base does not exist/);
});

Deno.test("a fork's branch is brought up to its upstream", async () => {
  await using host = await startPair();
  const upstream = about(host);
  await about(host, "reader").post("/forks");
  const fork = about(host, "reader", "hubot/one");
  const sync = async () =>
    (await fork.post<{ merge_type: string }>("/merge-upstream", { branch: "main" })).merge_type;
  assert.equal(await sync(), "none");
  await write(upstream, "a.txt", "a\n");
  assert.equal(await sync(), "fast-forward");
  assert.equal(await tip(fork), await tip(upstream));
  await write(fork, "fork.txt", "fork\n");
  await write(upstream, "b.txt", "b\n");
  assert.equal(await sync(), "merge");
  await write(fork, "c.txt", "fork\n");
  await write(upstream, "c.txt", "upstream\n");
  await assert.rejects(sync(), /409 .*merge conflicts/);
  await assert.rejects(upstream.post("/merge-upstream", { branch: "main" }), /422/);
});

Deno.test("a renamed branch keeps its commit, and the default stays the default", async () => {
  await using host = await startPair();
  const repo = about(host);
  const before = await tip(repo);
  await repo.post("/branches/main/rename", { new_name: "trunk" });
  assert.equal(await tip(repo, "trunk"), before);
  assert.equal((await repo.get("")).default_branch, "trunk");
  await assert.rejects(repo.get("/branches/main"), /404 .*Branch not found/);
});
