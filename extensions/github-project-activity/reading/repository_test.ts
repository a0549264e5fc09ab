import assert from "node:assert/strict";
import { type Ledger, ledgerOf, startScene, STRANGER } from "../testing/scene.ts";

const repository = (ledger: Ledger) => ledger.data.get("reposnapshot.octocat~hello")!;

Deno.test("a repository is told with its state: private and archived ones, too", async () => {
  await using scene = await startScene();
  await scene.on("PATCH", "", { private: true, archived: true, description: "a\u202eb" });
  const ledger = ledgerOf();
  const { error } = await scene.run(ledger, "sync_github_repo");
  assert.equal(error, undefined);
  const { visibility, archived, description, defaultBranch, backfill } = repository(ledger);
  assert.deepEqual([visibility, archived, description, defaultBranch, backfill], [
    "private",
    true,
    "a\u202eb",
    "main",
    null,
  ]);
});

Deno.test("one that is absent, invisible or blocked fails by name and writes nothing", async () => {
  await using scene = await startScene();
  const absent = await scene.run(ledgerOf(), "sync_github_repo", {}, { repo: "absent" });
  assert.equal(absent.error!.code, "not_found");
  assert.match(absent.error!.message, /the repository octocat\/absent: not found/);
  await scene.on("PATCH", "", { private: true });
  const invisible = await scene.run(ledgerOf(), "sync_github_repo", {}, { githubToken: STRANGER });
  assert.equal(invisible.error!.code, "not_found");
  const invalid = await scene.run(ledgerOf(), "sync_github_repo", {}, { githubToken: "ghp_wrong" });
  assert.equal(invalid.error!.code, "unauthorized");
  assert.ok(!invalid.error!.message.includes("ghp_wrong"));
  for (const { written } of [absent, invisible, invalid]) assert.deepEqual(written, []);
});

Deno.test("another repository under the same name is not mixed with what is stored", async () => {
  await using scene = await startScene();
  const ledger = ledgerOf();
  await scene.run(ledger, "sync_github_repo");
  await scene.on("DELETE", "");
  await scene.stage.host.call(
    "ghp_stage0123456789stage0123456789stage01",
    "POST",
    "/user/repos",
    { name: "hello", auto_init: true },
  );
  for (const method of ["sync_github_repo", "sync_github_backfill", "sync_github_file_inventory"]) {
    const { error, written } = await scene.run(ledger, method);
    assert.equal(error?.code, "refused", method);
    assert.match(error!.message, /another repository has this name now/);
    assert.deepEqual(written, []);
  }
});

Deno.test("forks are told as GitHub lists them, and those that the behavior names beside them", async () => {
  await using scene = await startScene();
  const { host } = scene.stage;
  await host.call(STRANGER, "POST", "/repos/octocat/hello/forks", {});
  await host.call(STRANGER, "POST", "/user/repos", { name: "own" });
  const ledger = ledgerOf();
  const knownForks = ["HUBOT/hello", "hubot/own", "hubot/absent"];
  const { error } = await scene.run(ledger, "sync_github_repo", { includeForkIndex: true }, {
    knownForks,
  });
  assert.equal(error, undefined);
  const forks = [...ledger.data].filter(([name]) => name.startsWith("forksnapshot."))
    .map(([name, { fork, source, available, parent }]) => [name, fork, source, available, parent])
    .sort();
  assert.deepEqual(forks, [
    ["forksnapshot.octocat~hello~hubot~absent", "hubot/absent", "configured", false, null],
    ["forksnapshot.octocat~hello~hubot~hello", "hubot/hello", "listed", true, "octocat/hello"],
    ["forksnapshot.octocat~hello~hubot~own", "hubot/own", "configured", true, null],
  ]);
  const without = await scene.run(ledgerOf(), "sync_github_fork_index", {
    includeConfiguredKnownForks: false,
    limit: 1,
  }, { knownForks });
  assert.deepEqual(without.written.map(({ name }) => name), [
    "forksnapshot.octocat~hello~hubot~hello",
  ]);
});
