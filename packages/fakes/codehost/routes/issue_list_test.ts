import assert from "node:assert/strict";
import type { CodeHost } from "../host_shape.ts";
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
