import assert from "node:assert/strict";
import { type Ledger, ledgerOf, startScene } from "../testing/scene.ts";

const REPO = "octocat/hello";

const stored = (ledger: Ledger, number: number) =>
  ledger.data.get(`issuesnapshot.octocat~hello~${number}`)!;

Deno.test("open issues are read whatever their age, closed ones when they changed since", async () => {
  await using scene = await startScene();
  const { clock, paging } = scene.stage.host;
  paging.most = 2;
  clock.set("2026-01-01T00:00:00Z");
  const [old, closedLongAgo] = [await scene.issue("old"), await scene.issue("closed long ago")];
  await scene.on("PATCH", `/issues/${closedLongAgo}`, { state: "closed" });
  // Several in one second, across the edges of pages.
  const older = [await scene.issue("b"), await scene.issue("c"), await scene.issue("d")];
  clock.set("2026-11-01T00:00:00Z");
  const [open, closed] = [await scene.issue("new"), await scene.issue("closed lately")];
  await scene.on("PATCH", `/issues/${closed}`, { state: "closed", state_reason: "not_planned" });
  const number = await scene.open("topic");
  const ledger = ledgerOf();
  const args = { since: "2026-10-01T02:00:00+02:00" };
  const { error } = await scene.run(ledger, "sync_github_issues", args);
  assert.equal(error, undefined);
  for (const one of [old, open, ...older]) assert.equal(stored(ledger, one).state, "open");
  assert.deepEqual(
    [stored(ledger, closed).state, stored(ledger, closed).stateReason],
    ["closed", "not_planned"],
  );
  assert.equal(stored(ledger, closedLongAgo), undefined);
  assert.equal(stored(ledger, number), undefined, "a pull request is not an issue");
});

Deno.test("a limit takes the newest changes first and says that there may be more", async () => {
  await using scene = await startScene();
  const { clock } = scene.stage.host;
  const numbers: number[] = [];
  for (const day of [1, 2, 3, 4]) {
    clock.set(`2026-11-0${day}T00:00:00Z`);
    numbers.push(await scene.issue(`day ${day}`));
  }
  const ledger = ledgerOf();
  const { error, log } = await scene.run(ledger, "sync_github_issues", { limit: 2 });
  assert.equal(error, undefined);
  assert.deepEqual(
    numbers.filter((number) => stored(ledger, number)),
    numbers.slice(2),
  );
  assert.ok(log.includes("2 issues were read, there may be more"));
});

Deno.test("an issue that was deleted, became a discussion or moved away is told as such", async () => {
  await using scene = await startScene();
  await scene.stage.host.call(
    "ghp_stage0123456789stage0123456789stage01",
    "POST",
    "/user/repos",
    { name: "other" },
  );
  const [deleted, talk, moved, stays] = [
    await scene.issue("deleted"),
    await scene.issue("talk"),
    await scene.issue("moved"),
    await scene.issue("stays"),
  ];
  const ledger = ledgerOf();
  await scene.run(ledger, "sync_github_issues");
  const { upstream } = scene.stage.host;
  upstream.deleteIssue(REPO, deleted);
  upstream.makeDiscussion(REPO, talk);
  upstream.transferIssue(REPO, moved, "octocat/other");
  const { error } = await scene.run(ledger, "sync_github_issues");
  assert.equal(error, undefined);
  const state = (number: number) => {
    const { state, transferredTo, title } = stored(ledger, number);
    return [state, transferredTo === null ? null : "elsewhere", title];
  };
  assert.deepEqual(state(deleted), ["deleted", null, "deleted"]);
  assert.deepEqual(state(talk), ["deleted", null, "talk"]);
  assert.deepEqual(state(moved), ["deleted", "elsewhere", "moved"]);
  assert.match(String(stored(ledger, moved).transferredTo), /\/octocat\/other\/issues\/1$/);
  assert.deepEqual(state(stays), ["open", null, "stays"]);
  const again = await scene.run(ledger, "sync_github_issues");
  assert.deepEqual([again.written, again.error], [[], undefined]);
});

Deno.test("a renamed repository is read under its old name, and its issues have not moved", async () => {
  await using scene = await startScene();
  const issue = await scene.issue("stays");
  const ledger = ledgerOf();
  await scene.run(ledger, "sync_github_issues");
  await scene.on("PATCH", "", { name: "renamed" });
  for (const method of ["sync_github_repo", "sync_github_issues"]) {
    assert.equal((await scene.run(ledger, method)).error, undefined, method);
  }
  assert.equal(stored(ledger, issue).state, "open");
  const repository = ledger.data.get("reposnapshot.octocat~hello")!;
  assert.deepEqual([repository.repo, repository.renamedTo], [REPO, "octocat/renamed"]);
});

Deno.test("issues that are switched off fail their sync by name, and nothing is called deleted", async () => {
  await using scene = await startScene();
  const issue = await scene.issue("stays");
  const ledger = ledgerOf();
  await scene.run(ledger, "sync_github_issues");
  await scene.on("PATCH", "", { has_issues: false });
  const { error } = await scene.run(ledger, "sync_github_issues");
  assert.equal(error!.code, "gone");
  assert.match(error!.message, /the issues of octocat\/hello/);
  assert.equal(stored(ledger, issue).state, "open");
});
