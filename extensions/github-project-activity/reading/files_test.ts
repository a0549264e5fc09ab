import assert from "node:assert/strict";
import { type Ledger, ledgerOf, startScene } from "../testing/scene.ts";
import type { RepoFileSnapshot } from "../outputs/repository.ts";

const stored = (ledger: Ledger, part: number) =>
  ledger.data.get(
    `repofilesnapshot.octocat~hello${part === 1 ? "" : `~${part}`}`,
  ) as unknown as RepoFileSnapshot;

Deno.test("the paths of the default branch are listed with what they are", async () => {
  await using scene = await startScene();
  const tip = await scene.stage.tip("hello", "main");
  await scene.stage.push("hello", "main", {
    "run.sh": { mode: "100755", content: "#!/bin/sh\n" },
    "a link": { mode: "120000", content: "/etc/passwd" },
    "é\u202e\n.md": "x",
    "vendored": { mode: "160000", content: tip! },
  });
  const ledger = ledgerOf();
  const { error } = await scene.run(ledger, "sync_github_file_inventory");
  assert.equal(error, undefined);
  const { files, commitSha, part, parts, total } = stored(ledger, 1);
  assert.deepEqual([part, parts, total], [1, 1, 5]);
  assert.equal(commitSha, await scene.stage.tip("hello", "main"));
  assert.deepEqual(files.map(({ path, kind, size }) => [path, kind, size]), [
    ["README.md", "file", 8],
    ["a link", "link", 11],
    ["run.sh", "executable", 10],
    ["vendored", "submodule", null],
    ["é\u202e\n.md", "file", 1],
  ]);
});

Deno.test("a document holds a thousand paths, and one more begins the next", async () => {
  await using scene = await startScene();
  const { host } = scene.stage;
  const sha = "c".repeat(40);
  const url = `${host.url}/x`;
  for (const [count, parts] of [[1_000, 1], [1_001, 2]] as const) {
    host.answerNext("/repos/octocat/hello/git/trees/", () => {
      const tree = Array.from({ length: count }, (_, index) => {
        const path = `f${String(index).padStart(4, "0")}`;
        return { path, mode: "100644", type: "blob", sha, size: 1, url };
      });
      return Response.json({ sha, url, tree, truncated: false });
    });
    const ledger = ledgerOf();
    await scene.run(ledger, "sync_github_file_inventory");
    assert.deepEqual([stored(ledger, 1).parts, stored(ledger, 1).total], [parts, count]);
    assert.equal(stored(ledger, 2)?.files.length, parts === 2 ? 1 : undefined);
  }
});

Deno.test("a tree that GitHub cuts is read folder by folder, and gives the same paths", async () => {
  await using scene = await startScene();
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`d${index % 4}/e${index % 3}/f${index}`, "x"]),
  );
  await scene.stage.push("hello", "main", files);
  const paths = async () => {
    const ledger = ledgerOf();
    const { error } = await scene.run(ledger, "sync_github_file_inventory");
    assert.equal(error, undefined);
    return stored(ledger, 1).files;
  };
  const whole = await paths();
  assert.equal(whole.length, 41);
  scene.stage.host.paging.tree = 12;
  assert.deepEqual(await paths(), whole);
});

Deno.test("an inventory without an end is refused", async () => {
  await using scene = await startScene();
  const { host } = scene.stage;
  const sha = "c".repeat(40);
  const folder = { path: "x", mode: "040000", type: "tree", sha, url: `${host.url}/x` };
  host.answerNext("/repos/octocat/hello/git/trees/", () => {
    const tree = [folder, { ...folder, path: "y" }];
    return Response.json({ sha, url: `${host.url}/x`, tree, truncated: true });
  }, Infinity);
  const { error, asked, written } = await scene.run(ledgerOf(), "sync_github_file_inventory");
  assert.equal(error!.code, "too_large");
  assert.ok(asked.length < 10);
  assert.deepEqual(written, []);
});
