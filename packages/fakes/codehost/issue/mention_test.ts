import assert from "node:assert/strict";
import { about, branchWith, startPair, type Told } from "../testing/pair.ts";

interface Entry {
  event: string;
  source?: { issue: { number: number } };
}

/** Numbers of those that name an issue, by its timeline. */
async function naming(repo: Told, number: number): Promise<number[]> {
  const story = await repo.get<Entry[]>(`/issues/${number}/timeline`);
  return story.flatMap(({ source }) => source ? [source.issue.number] : []);
}

Deno.test("naming an issue shows in its timeline, once for each that does", async () => {
  await using host = await startPair();
  const repo = about(host);
  await repo.post("/issues", { title: "Named" });
  await repo.post("/issues", { title: "Names it", body: "As in #1, and again: #1." });
  await repo.post("/issues/2/comments", { body: "#1!" });
  await repo.post("/issues", { title: "Names it, too" });
  await repo.post("/issues/3/comments", { body: "(#1)" });
  assert.deepEqual(await naming(repo, 1), [2, 3]);
});

for (const text of ["acme/other#1", "&#1;", "#1a", "x#1", "##1", "#2", "#99"]) {
  Deno.test(`'${text}' names nothing else here`, async () => {
    await using host = await startPair();
    const repo = about(host);
    await repo.post("/issues", { title: "Not named" });
    await repo.post("/issues", { title: "Other", body: text });
    assert.deepEqual([await naming(repo, 1), await naming(repo, 2)], [[], []]);
  });
}

Deno.test("a merged pull request closes what its text says that it fixes, and nothing else", async () => {
  await using host = await startPair();
  const repo = about(host);
  for (const title of ["Fixed", "Seen"]) await repo.post("/issues", { title });
  await branchWith(repo, "topic");
  const body = "Fixes #1, see #2";
  await repo.post("/pulls", { title: "Topic", head: "topic", base: "main", body });
  await repo.put("/pulls/3/merge", {});
  const states = await Promise.all(
    [1, 2].map(async (number) => (await repo.get<{ state: string }>(`/issues/${number}`)).state),
  );
  assert.deepEqual(states, ["closed", "open"]);
});
