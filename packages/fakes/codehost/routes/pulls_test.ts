import assert from "node:assert/strict";
import { about, branchWith, startPair, tip, type Told, write } from "../testing/pair.ts";

interface Pull {
  number: number;
  state: string;
  merged: boolean;
  mergeable: boolean | null;
  mergeable_state: string;
  head: { sha: string; label: string; repo: unknown };
  base: { ref: string };
  commits: number;
  changed_files: number;
  additions: number;
}

const open = (repo: Told, head: string, more: object = {}) =>
  repo.post<Pull>("/pulls", { title: `Merge ${head}`, head, base: "main", ...more });

Deno.test("a pull request shows what git knows of it", async () => {
  await using host = await startPair();
  const repo = about(host);
  await branchWith(repo, "a");
  const pull = await open(repo, "a", { body: "Why" });
  assert.deepEqual(
    [pull.commits, pull.changed_files, pull.additions, pull.mergeable, pull.mergeable_state],
    [1, 1, 1, true, "clean"],
  );
  assert.equal(pull.head.sha, await tip(repo, "a"));
  assert.equal(pull.head.label, "octocat:a");
  const files = await repo.get<{ filename: string; patch: string }[]>(
    `/pulls/${pull.number}/files`,
  );
  assert.deepEqual(files.map(({ filename }) => filename), ["a.txt"]);
  assert.match(files[0]!.patch, /^@@ -0,0 \+1 @@\n\+a$/);
  const commits = await repo.get<{ sha: string }[]>(`/pulls/${pull.number}/commits`);
  assert.deepEqual(commits.map(({ sha }) => sha), [pull.head.sha]);
});

Deno.test("a pull request and an issue share their numbers and comments", async () => {
  await using host = await startPair();
  const repo = about(host);
  await branchWith(repo, "a");
  const issue = await repo.post<Pull>("/issues", { title: "One" });
  const pull = await open(repo, "a");
  assert.deepEqual([issue.number, pull.number], [1, 2]);
  await repo.post(`/issues/${pull.number}/comments`, { body: "Nice" });
  assert.equal((await repo.get<{ comments: number }>(`/pulls/${pull.number}`)).comments, 1);
  await repo.patch(`/issues/${pull.number}`, { state: "closed" });
  assert.equal((await repo.get<Pull>(`/pulls/${pull.number}`)).state, "closed");
});

for (
  const [name, sent, refusal] of [
    ["a second one for the same branches", { head: "a" }, /422.*already exists for octocat:a/],
    ["branches without a difference", { head: "same" }, /422.*No commits between main and same/],
    ["a head that is not there", { head: "none" }, /422.*"code":"invalid","field":"head"/],
    [
      "a base that is not there",
      { head: "a", base: "none" },
      /422.*"code":"invalid","field":"base"/,
    ],
  ] as const
) {
  Deno.test(`a pull request is refused: ${name}`, async () => {
    await using host = await startPair();
    const repo = about(host);
    await branchWith(repo, "a");
    await repo.post("/git/refs", { ref: "refs/heads/same", sha: await tip(repo) });
    await open(repo, "a");
    const { head, ...more } = { ...sent };
    await assert.rejects(open(repo, head, more), refusal);
    assert.equal((await repo.get<Pull[]>("/pulls?state=all")).length, 1);
  });
}

for (
  const [method, parents, message] of [
    ["merge", 2, "Merge pull request #1 from octocat/a\n\nMerge a"],
    ["squash", 1, "Merge a (#1)"],
    ["rebase", 1, "Write a.txt"],
  ] as const
) {
  Deno.test(`merging by ${method} moves the base branch`, async () => {
    await using host = await startPair();
    const repo = about(host);
    await branchWith(repo, "a");
    await write(repo, "other.txt", "other\n");
    const { number, head } = await open(repo, "a");
    const { sha } = await repo.put<{ sha: string }>(`/pulls/${number}/merge`, {
      merge_method: method,
      sha: head.sha,
    });
    assert.equal(await tip(repo), sha);
    const commit = await repo.get<{ message: string; parents: unknown[] }>(`/git/commits/${sha}`);
    assert.deepEqual([commit.parents.length, commit.message], [parents, message]);
    await repo.get("/contents/a.txt");
    await repo.get("/contents/other.txt");
    const pull = await repo.get<Pull>(`/pulls/${number}`);
    assert.deepEqual([pull.state, pull.merged], ["closed", true]);
    await repo.get(`/pulls/${number}/merge`);
  });
}

Deno.test("merging is refused with the platform's statuses", async () => {
  await using host = await startPair();
  const repo = about(host);
  await branchWith(repo, "a");
  await branchWith(repo, "b", "a.txt", "other\n");
  const a = await open(repo, "a");
  const b = await open(repo, "b");
  const merge = (number: number, body: object = {}) => repo.put(`/pulls/${number}/merge`, body);
  await assert.rejects(merge(a.number, { sha: "0".repeat(40) }), /409 .*Head branch was modified/);
  await merge(a.number);
  await assert.rejects(merge(a.number), /405 .*not mergeable/);
  await assert.rejects(merge(b.number), /405 .*not mergeable/);
  const seen = await repo.get<Pull>(`/pulls/${b.number}`);
  assert.deepEqual([seen.mergeable, seen.mergeable_state], [false, "dirty"]);
});

Deno.test("a draft, a closed one and a method that is switched off are not merged", async () => {
  await using host = await startPair();
  const repo = about(host);
  for (const name of ["a", "b"]) await branchWith(repo, name);
  const draft = await open(repo, "a", { draft: true });
  const closed = await open(repo, "b");
  await repo.patch(`/pulls/${closed.number}`, { state: "closed" });
  const merge = (number: number, body: object = {}) => repo.put(`/pulls/${number}/merge`, body);
  await assert.rejects(merge(draft.number), /405 .*still a draft/);
  await assert.rejects(merge(closed.number), /405 .*not mergeable/);
  await repo.patch(`/pulls/${closed.number}`, { state: "open" });
  await repo.patch("", { allow_squash_merge: false });
  const squash = merge(closed.number, { merge_method: "squash" });
  await assert.rejects(squash, /405 .*Squash merges are not allowed/);
});

Deno.test("a pull request follows its branch, and is closed with it", async () => {
  await using host = await startPair();
  const repo = about(host);
  await branchWith(repo, "a");
  const { number } = await open(repo, "a");
  await write(repo, "more.txt", "more\n", "a");
  const after = await repo.get<Pull>(`/pulls/${number}`);
  assert.deepEqual([after.head.sha, after.commits], [await tip(repo, "a"), 2]);
  const kept = await repo.get<{ object: { sha: string } }>(`/git/ref/pull/${number}/head`);
  assert.equal(kept.object.sha, after.head.sha);
  await repo.remove("/git/refs/heads/a");
  assert.equal((await repo.get<Pull>(`/pulls/${number}`)).state, "closed");
});

Deno.test("a pull request comes from a fork by its owner's name", async () => {
  await using host = await startPair();
  await about(host, "reader").post("/forks");
  const fork = about(host, "reader", "hubot/one");
  await branchWith(fork, "a");
  const pull = await open(about(host, "reader"), "hubot:a");
  assert.equal(pull.head.label, "hubot:a");
  const repo = about(host);
  const found = await repo.get<Pull[]>("/pulls?head=hubot:a");
  assert.deepEqual(found.map(({ number }) => number), [pull.number]);
  await repo.put(`/pulls/${pull.number}/merge`, {});
  await repo.get("/contents/a.txt");
});

Deno.test("when a fork is deleted its pull request stays, with no repository as its head", async () => {
  await using host = await startPair();
  await about(host, "reader").post("/forks");
  const fork = about(host, "reader", "hubot/one");
  await branchWith(fork, "a");
  const { number } = await open(about(host, "reader"), "hubot:a");
  await fork.remove("");
  const pull = await about(host).get<Pull>(`/pulls/${number}`);
  assert.deepEqual([pull.state, pull.head.repo], ["open", null]);
});

Deno.test("lists are filtered by state, base and qualified head; a bare head filters nothing", async () => {
  await using host = await startPair();
  const repo = about(host);
  for (const name of ["a", "b", "c"]) await branchWith(repo, name);
  await open(repo, "a");
  await open(repo, "b", { base: "c" });
  const count = async (query: string) => (await repo.get<Pull[]>(`/pulls?${query}`)).length;
  await repo.patch("/pulls/1", { state: "closed" });
  assert.deepEqual(
    [await count(""), await count("state=all"), await count("base=c"), await count("state=closed")],
    [1, 2, 1, 1],
  );
  assert.deepEqual([await count("head=octocat:a&state=all"), await count("head=none")], [1, 1]);
});

Deno.test("a head is brought up to its base, unless it moved or conflicts", async () => {
  await using host = await startPair();
  const repo = about(host);
  await branchWith(repo, "a");
  const { number, head } = await open(repo, "a");
  const update = (body: object = {}) => repo.put(`/pulls/${number}/update-branch`, body);
  await assert.rejects(update(), /422 .*no new commits/);
  await write(repo, "b.txt", "b\n");
  await assert.rejects(update({ expected_head_sha: "0".repeat(40) }), /422 .*expected head sha/);
  await update({ expected_head_sha: head.sha });
  await repo.get("/contents/b.txt?ref=a");
  const after = await repo.get<Pull>(`/pulls/${number}`);
  assert.deepEqual([after.head.sha, after.changed_files], [await tip(repo, "a"), 1]);
  await write(repo, "a.txt", "conflict\n");
  await assert.rejects(update(), /422 .*conflict/);
});

Deno.test("a commit leads to the pull requests that have it", async () => {
  await using host = await startPair();
  const repo = about(host);
  for (const name of ["a", "b"]) {
    await branchWith(repo, name);
    await open(repo, name);
  }
  const numbers = async (sha: string) =>
    (await repo.get<Pull[]>(`/commits/${sha}/pulls`)).map(({ number }) => number);
  assert.deepEqual(await numbers(await tip(repo, "b")), [2]);
  assert.deepEqual(await numbers(await tip(repo)), []);
});

Deno.test("a reader may open a pull request, and not merge one", async () => {
  await using host = await startPair();
  const repo = about(host);
  await branchWith(repo, "a");
  const { number } = await open(about(host, "reader"), "a");
  await assert.rejects(about(host, "reader").put(`/pulls/${number}/merge`, {}), /404/);
});
