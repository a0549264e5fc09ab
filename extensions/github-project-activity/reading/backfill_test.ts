import assert from "node:assert/strict";
import { documentsOf, type Ledger, ledgerOf, type Scene, startScene } from "../testing/scene.ts";

const progressOf = (ledger: Ledger) =>
  ledger.data.get("reposnapshot.octocat~hello")!.backfill as {
    since: string;
    cursor: string | null;
    complete: boolean;
  };
const numbersOf = (ledger: Ledger) =>
  [...ledger.data.keys()].flatMap((name) =>
    /^(?:issue|pr)snapshot\.octocat~hello~(\d+)$/.exec(name)?.slice(1).map(Number) ?? []
  ).sort((one, other) => one - other);

/** Issues, one a day from the first of November on, some days several in one second. */
async function tell(scene: Scene, perDay: readonly number[]): Promise<void> {
  for (const [index, count] of perDay.entries()) {
    scene.stage.host.clock.set(`2026-11-${String(index + 1).padStart(2, "0")}T00:00:00Z`);
    for (let one = 0; one < count; one++) await scene.issue(`day ${index + 1}`);
  }
}

Deno.test("a window is read the oldest change first, and what is outside is left out", async () => {
  await using scene = await startScene();
  await tell(scene, [1, 1, 1, 1, 1]);
  const ledger = ledgerOf();
  const args = { since: "2026-11-02T00:00:00Z", until: "2026-11-04T00:00:00Z" };
  const { error, written } = await scene.run(ledger, "sync_github_backfill", args);
  assert.equal(error, undefined);
  assert.deepEqual(numbersOf(ledger), [2, 3, 4]);
  const order = written.filter(({ spec }) => spec === "issueSnapshot").map(({ data }) =>
    data.number
  );
  assert.deepEqual(order, [2, 3, 4]);
  assert.deepEqual([progressOf(ledger).complete, progressOf(ledger).cursor], [true, args.until]);
});

Deno.test("runs with a limit go on where the last one stopped, and give what one run gives", async () => {
  await using scene = await startScene();
  scene.stage.host.paging.most = 3;
  await tell(scene, [1, 4, 1, 7, 2]);
  const window = { since: "2026-11-01T00:00:00Z", until: "2026-11-20T00:00:00Z" };
  const whole = ledgerOf();
  await scene.run(whole, "sync_github_backfill", window);
  assert.equal(numbersOf(whole).length, 15);

  const ledger = ledgerOf();
  const seen: number[] = [];
  for (let runs = 0; runs === 0 || !progressOf(ledger).complete; runs++) {
    assert.ok(runs < 20, "it comes to an end");
    // Nothing but the limit: the window is the one that was begun.
    const args = runs === 0 ? { ...window, limit: 2 } : { limit: 2 };
    const { error } = await scene.run(ledger, "sync_github_backfill", args);
    assert.equal(error, undefined);
    seen.push(numbersOf(ledger).length);
  }
  assert.ok(seen.length > 2, seen.join());
  assert.deepEqual(documentsOf(ledger), documentsOf(whole));
});

Deno.test("a run that the rate limit stops keeps what it has, and the next one goes on", async () => {
  await using scene = await startScene();
  for (let number = 1; number <= 25; number++) {
    scene.stage.host.clock.set(`2026-11-01T00:00:${String(number).padStart(2, "0")}Z`);
    await scene.issue("talk");
    scene.stage.host.upstream.commentAs("hubot", "octocat/hello", number, "hm");
  }
  const window = { since: "2026-11-01T00:00:00Z" };
  const whole = ledgerOf();
  assert.equal((await scene.run(whole, "sync_github_backfill", window)).error, undefined);
  const ledger = ledgerOf();
  scene.stage.host.clock.set("2030-01-01T00:00:00Z");
  scene.stage.host.beforeNext("/repos/octocat/hello/issues/22/comments", () => {
    scene.stage.host.limits.set("octocat", "core", { used: 5_000 });
  });
  const stopped = await scene.run(ledger, "sync_github_backfill", window);
  assert.equal(stopped.error!.code, "rate_limited");
  assert.ok(numbersOf(ledger).length >= 20 && numbersOf(ledger).length < 25);
  assert.equal(progressOf(ledger).complete, false);
  assert.ok(progressOf(ledger).cursor !== null);
  scene.stage.host.limits.set("octocat", "core", { used: 0 });
  const { error } = await scene.run(ledger, "sync_github_backfill");
  assert.equal(error, undefined);
  assert.deepEqual(numbersOf(ledger), numbersOf(whole));
  assert.equal(progressOf(ledger).since, window.since);
});

Deno.test("other times begin a window of their own, and one that ends before it begins is refused", async () => {
  await using scene = await startScene();
  await tell(scene, [1, 1, 1]);
  const ledger = ledgerOf();
  await scene.run(ledger, "sync_github_backfill", { since: "2026-11-01T00:00:00Z", limit: 1 });
  await scene.run(ledger, "sync_github_backfill", { since: "2026-11-03T00:00:00Z" });
  assert.equal(progressOf(ledger).since, "2026-11-03T00:00:00Z");
  const args = { since: "2026-11-03T00:00:00Z", until: "2026-11-02T00:00:00Z" };
  const { error, asked } = await scene.run(ledger, "sync_github_backfill", args);
  assert.match(error!.message, /begins at 2026-11-03T00:00:00Z, but ends at 2026-11-02T00:00:00Z/);
  assert.deepEqual(asked, []);
});

Deno.test("what changes while the list is read is not lost at the edge of a page", async () => {
  await using scene = await startScene();
  const { host } = scene.stage;
  host.paging.most = 2;
  await tell(scene, [1, 1, 1, 1, 1, 1]);
  host.clock.set("2026-11-10T00:00:00Z");
  // Moves to the end of the list: everything behind it moves up by one.
  host.afterNext("GET /repos/octocat/hello/issues", async () => {
    await scene.on("PATCH", "/issues/1", { title: "changed" });
  });
  const ledger = ledgerOf();
  const { error } = await scene.run(ledger, "sync_github_backfill", {
    since: "2026-11-01T00:00:00Z",
  });
  assert.equal(error, undefined);
  assert.deepEqual(numbersOf(ledger), [1, 2, 3, 4, 5, 6]);
});

Deno.test("closed ones are left out on request, and pull requests are read where issues are off", async () => {
  await using scene = await startScene();
  const number = await scene.open("topic");
  const closed = await scene.issue("closed");
  await scene.on("PATCH", `/issues/${closed}`, { state: "closed" });
  const ledger = ledgerOf();
  await scene.run(ledger, "sync_github_backfill", { includeClosed: false });
  assert.deepEqual(numbersOf(ledger), [number]);
  await scene.on("PATCH", "", { has_issues: false });
  const without = ledgerOf();
  const { error } = await scene.run(without, "sync_github_backfill");
  assert.equal(error, undefined);
  assert.deepEqual(numbersOf(without), [number]);
  assert.equal(progressOf(without).complete, true);
});
