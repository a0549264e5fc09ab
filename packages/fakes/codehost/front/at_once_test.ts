import assert from "node:assert/strict";
import { about, branchWith, startPair, type Told, write } from "../testing/pair.ts";

/** How many of ten requests sent at once succeed, and why the others do not. */
async function tenAtOnce(send: () => Promise<unknown>): Promise<[number, Set<string>]> {
  const ended = await Promise.allSettled(Array.from({ length: 10 }, send));
  const refusals = ended.flatMap((one) =>
    one.status === "rejected" ? [/: (\d{3}) /.exec(one.reason.message)?.[1] ?? "none"] : []
  );
  return [ended.length - refusals.length, new Set(refusals)];
}

const opened = async (repo: Told) => {
  await branchWith(repo, "a");
  return () => repo.post("/pulls", { title: "A", head: "a", base: "main" });
};

Deno.test("of many requests at once for one pull request, one opens it", async () => {
  await using host = await startPair();
  const open = await opened(about(host));
  assert.deepEqual(await tenAtOnce(open), [1, new Set(["422"])]);
});

Deno.test("of many requests at once to merge one pull request, one merges it", async () => {
  await using host = await startPair();
  const repo = about(host);
  await (await opened(repo))();
  const merge = () => repo.put("/pulls/1/merge", {});
  assert.deepEqual(await tenAtOnce(merge), [1, new Set(["405"])]);
});

Deno.test("of many requests at once for one release, one publishes it", async () => {
  await using host = await startPair();
  const publish = () => about(host).post("/releases", { tag_name: "v1" });
  assert.deepEqual(await tenAtOnce(publish), [1, new Set(["422"])]);
});

Deno.test("many readers at once see a fork's branch move", async () => {
  await using host = await startPair();
  await about(host, "reader").post("/forks");
  const fork = about(host, "reader", "hubot/one");
  await branchWith(fork, "a");
  const repo = about(host);
  await repo.post("/pulls", { title: "A", head: "hubot:a", base: "main" });
  await write(fork, "b.txt", "b\n", "a");
  const read = () => repo.get<{ commits: number }>("/pulls/1");
  const seen = await Promise.all(Array.from({ length: 10 }, read));
  assert.deepEqual(new Set(seen.map(({ commits }) => commits)), new Set([2]));
});
