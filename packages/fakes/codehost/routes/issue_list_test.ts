import assert from "node:assert/strict";
import type { CodeHost } from "../codehost.ts";
import { about, branchWith, startPair } from "../testing/pair.ts";

interface Listed {
  number: number;
  updated_at: string;
  pull_request?: object;
}

const ISSUES = "/repos/octocat/one/issues";

/** A page and the address of the next. */
async function page<T = Listed>(host: CodeHost, path: string) {
  const url = path.startsWith("http") ? path : `${host.url}${path}`;
  const response = await fetch(url, { headers: { authorization: "Bearer owner" } });
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
  return { status: response.status, items: await response.json() as T[], next };
}

/** A host whose clock stands still, with so many issues a second apart. */
async function withIssues(count: number) {
  const host = await startPair();
  host.clock.set("2026-05-01T10:00:00Z");
  for (let number = 1; number <= count; number++) {
    await about(host).post("/issues", { title: `Issue ${number}` });
    host.clock.advance(1);
  }
  return host;
}

const numbers = (items: Listed[]) => items.map(({ number }) => number);

Deno.test("issues and pull requests come in one list, by their last change", async () => {
  await using host = await withIssues(2);
  const repo = about(host);
  await branchWith(repo, "topic");
  await repo.post("/pulls", { title: "Topic", head: "topic", base: "main" });
  host.clock.advance(60);
  await repo.post("/issues/1/comments", { body: "Still there" });
  const { items } = await page(host, `${ISSUES}?state=all&sort=updated&direction=asc`);
  assert.deepEqual(numbers(items), [2, 3, 1]);
  assert.deepEqual(items.map((one) => one.pull_request !== undefined), [false, true, false]);
});

Deno.test("since takes what changed in that exact second", async () => {
  await using host = await withIssues(3);
  const list = `${ISSUES}?state=all&sort=updated&direction=asc&since=`;
  const all = (await page(host, `${list}2026-05-01T10:00:00Z`)).items;
  assert.deepEqual(numbers(all), [1, 2, 3]);
  assert.deepEqual(numbers((await page(host, list + all[1]!.updated_at)).items), [2, 3]);
  assert.deepEqual(numbers((await page(host, `${list}2026-05-01T10:00:01.5Z`)).items), [3]);
  assert.deepEqual(numbers((await page(host, `${list}2026-05-01T10:00:03Z`)).items), []);
});

Deno.test("two that changed in one second are on both sides of a page's edge", async () => {
  await using host = await startPair();
  host.clock.set("2026-05-01T10:00:00Z");
  for (let number = 1; number <= 5; number++) await about(host).post("/issues", { title: "x" });
  const first = await page(host, `${ISSUES}?state=all&sort=updated&direction=asc&per_page=2`);
  const second = await page(host, first.next!);
  assert.equal(first.items[1]!.updated_at, second.items[0]!.updated_at);
  assert.deepEqual(numbers([...first.items, ...second.items]), [1, 2, 3, 4]);
});

Deno.test("a long list has cursors in place of page numbers, and a change moves nothing past them", async () => {
  await using host = await withIssues(7);
  host.paging.large = 6;
  const list = `${ISSUES}?state=all&sort=updated&direction=asc&per_page=3`;
  const first = await page(host, list);
  assert.match(first.next!, /[?&]after=/);
  assert.doesNotMatch(first.next!, /[?&]page=/);
  await about(host).post("/issues/1/comments", { body: "Moves to the end" });
  const second = await page(host, first.next!);
  assert.deepEqual(numbers(second.items), [4, 5, 6]);
  const third = await page(host, second.next!);
  assert.deepEqual(numbers(third.items), [7, 1]);
  assert.equal(third.next, undefined);
  assert.equal((await page(host, `${list}&page=2`)).status, 422);
});

Deno.test("what is done to an issue moves its time, and is told in its timeline", async () => {
  await using host = await withIssues(1);
  const repo = about(host);
  const steps: [event: string, step: () => Promise<unknown>][] = [
    ["labeled", () => repo.post("/issues/1/labels", { labels: ["bug"] })],
    ["unlabeled", () => repo.remove("/issues/1/labels/bug")],
    ["assigned", () => repo.post("/issues/1/assignees", { assignees: ["octocat"] })],
    ["renamed", () => repo.patch("/issues/1", { title: "Another" })],
    ["closed", () => repo.patch("/issues/1", { state: "closed", state_reason: "not_planned" })],
    ["reopened", () => repo.patch("/issues/1", { state: "open" })],
    ["commented", () => repo.post("/issues/1/comments", { body: "Yes" })],
    ["locked", () => repo.put("/issues/1/lock", { lock_reason: "spam" })],
  ];
  for (const [, step] of steps) {
    const before = await repo.get<Listed>("/issues/1");
    host.clock.advance(60);
    await step();
    const after = await repo.get<Listed>("/issues/1");
    assert.ok(after.updated_at > before.updated_at, step.toString());
  }
  const story = await repo.get<{ event: string }[]>("/issues/1/timeline");
  assert.deepEqual(story.map(({ event }) => event), steps.map(([event]) => event));
});

Deno.test("a pull request's time moves with a push, a review and a remark, and not with a check", async () => {
  await using host = await withIssues(0);
  const repo = about(host);
  await branchWith(repo, "topic");
  await repo.post("/pulls", { title: "Topic", head: "topic", base: "main" });
  const reader = about(host, "reader");
  const pull = () => repo.get<Listed & { head: { sha: string } }>("/pulls/1");
  const { head } = await pull();
  const steps: [moves: boolean, step: () => Promise<unknown>][] = [
    [true, () => branchWith(repo, "other").then(() => push(repo, "topic"))],
    [true, () => reader.post("/pulls/1/reviews", { event: "COMMENT", body: "Hm" })],
    [true, () =>
      reader.post("/pulls/1/comments", {
        body: "Here",
        path: "topic.txt",
        line: 1,
        commit_id: head.sha,
      })],
    [
      false,
      () => repo.post("/check-runs", { name: "CI", head_sha: head.sha, conclusion: "success" }),
    ],
  ];
  for (const [moves, step] of steps) {
    const before = await pull();
    host.clock.advance(60);
    await step();
    const [listed] = (await page(host, `${ISSUES}?sort=updated`)).items;
    assert.equal(listed!.updated_at > before.updated_at, moves, step.toString());
    assert.equal((await pull()).updated_at, listed!.updated_at);
  }
});

async function push(repo: ReturnType<typeof about>, branch: string): Promise<void> {
  await repo.put(`/contents/more.txt`, { message: "More", content: btoa("more"), branch });
}

Deno.test("comments of the whole repository come by their last change", async () => {
  await using host = await withIssues(2);
  const repo = about(host);
  const ids: number[] = [];
  for (const issue of [1, 2, 1]) {
    const { id } = await repo.post<{ id: number }>(`/issues/${issue}/comments`, { body: "x" });
    ids.push(id);
    host.clock.advance(1);
  }
  const issue = await repo.get<Listed>("/issues/1");
  host.clock.advance(60);
  await repo.patch(`/issues/comments/${ids[0]}`, { body: "Edited" });
  assert.equal((await repo.get<Listed>("/issues/1")).updated_at, issue.updated_at);
  const list = `${ISSUES}/comments?sort=updated&direction=asc`;
  const all = (await page<{ id: number; updated_at: string }>(host, list)).items;
  assert.deepEqual(all.map(({ id }) => id), [ids[1], ids[2], ids[0]]);
  const since = (await page<{ id: number }>(host, `${list}&since=${all[2]!.updated_at}`)).items;
  assert.deepEqual(since.map(({ id }) => id), [ids[0]]);
  await repo.remove(`/issues/comments/${ids[1]}`);
  assert.equal((await page(host, list)).items.length, 2);
});

Deno.test("remarks at lines come for the whole repository, too", async () => {
  await using host = await withIssues(0);
  const repo = about(host);
  await branchWith(repo, "topic");
  await repo.post("/pulls", { title: "Topic", head: "topic", base: "main" });
  const { head } = await repo.get<{ head: { sha: string } }>("/pulls/1");
  const said = { body: "Here", path: "topic.txt", line: 1, commit_id: head.sha };
  const first = await repo.post<{ id: number }>("/pulls/1/comments", said);
  host.clock.advance(1);
  await repo.post(`/pulls/1/comments/${first.id}/replies`, { body: "There" });
  host.clock.advance(1);
  await repo.patch(`/pulls/comments/${first.id}`, { body: "Where?" });
  const list = "/repos/octocat/one/pulls/comments?sort=updated&direction=asc";
  const { items } = await page<{ body: string; in_reply_to_id?: number }>(host, list);
  assert.deepEqual(items.map(({ body }) => body), ["There", "Where?"]);
  assert.equal(items[0]!.in_reply_to_id, first.id);
});

Deno.test("labels and milestones are dropped without a word for who may not push", async () => {
  await using host = await startPair();
  await about(host, "reader").post("/issues", { title: "Mine", labels: ["bug"] });
  assert.deepEqual((await about(host).get<{ labels: [] }>("/issues/1")).labels, []);
  const closing = about(host, "reader").post("/issues/1/labels", { labels: ["bug"] });
  await assert.rejects(closing, /404/);
});
