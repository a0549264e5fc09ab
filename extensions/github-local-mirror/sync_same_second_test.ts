import assert from "node:assert/strict";
import type { PrSnapshot } from "../platform/subjects/snapshots.ts";
import type { ActivityEvent } from "./outputs/subjects.ts";
import { type Mirror, startMirror } from "./testing/mirror.ts";
import { comment, pull, uncomment } from "./testing/on_stage.ts";
import type { Stage } from "../testing/stage.ts";

const SECOND = "2026-11-20T10:00:00Z";
const NEXT_SECOND = "2026-11-20T10:00:01Z";

/** Comments of a pull request as they are stored. */
const said = (mirror: Mirror, number: number) =>
  mirror.stored<ActivityEvent>("activityEvent", `pr-${number}`)!.events
    .filter(({ type }) => type === "commented").map(({ body }) => body);

/** A pull request with nothing left to wait for: a check has succeeded, and it can be merged. */
async function checkedPull(stage: Stage): Promise<number> {
  const { number, sha } = await pull(stage, "topic");
  const check = { name: "ci", head_sha: sha, conclusion: "success" };
  await stage.on("app", "POST", "/check-runs", check);
  return number;
}

/** What the next sync asks for below `/repos/octocat/app`, one line a request. */
async function asked(stage: Stage, mirror: Mirror): Promise<string[]> {
  stage.took(true);
  const { summary, error } = await mirror.sync();
  assert.equal(error, undefined);
  assert.equal(summary.complete, true);
  return stage.took(true).filter((one) => one.includes("/repos/"));
}

for (const issues of [true, false]) {
  const where = issues ? "" : ", also where issues are switched off";
  Deno.test(`same second: what changes after a pull request was read is found${where}`, async () => {
    await using started = await startMirror();
    const { stage, mirror } = started;
    stage.host.clock.set(SECOND);
    const { number } = await pull(stage, "topic");
    const ids = [];
    for (const body of ["one", "two", "three"]) {
      ids.push((await comment(stage, number, body)).id);
    }
    if (!issues) await stage.on("app", "PATCH", "", { has_issues: false });
    await mirror.sync();
    assert.deepEqual(said(mirror, number), ["one", "two", "three"]);
    await uncomment(stage, ids[0]!);
    await mirror.sync();
    assert.deepEqual(said(mirror, number), ["two", "three"]);
    await uncomment(stage, ids[2]!);
    stage.host.upstream.addPerson("ann");
    stage.host.upstream.reviewAs("ann", "octocat/app", number, "APPROVED", "good");
    await mirror.sync();
    assert.deepEqual(said(mirror, number), ["two"]);
    const snapshot = mirror.stored<PrSnapshot>("prSnapshot", String(number))!;
    assert.equal(snapshot.updatedAt, SECOND);
    assert.equal(snapshot.reviewDecision, "approved");
  });
}

Deno.test("same second: a list that begins behind the pull request does not hide what changed", async () => {
  await using started = await startMirror("app", { syncOverlapMinutes: 0 });
  const { stage, mirror } = started;
  stage.host.clock.set(SECOND);
  const { number } = await pull(stage, "topic");
  const { id } = await comment(stage, number, "gone soon");
  await mirror.sync();
  await uncomment(stage, id);
  stage.host.clock.set(NEXT_SECOND);
  await pull(stage, "other");
  await mirror.sync();
  assert.deepEqual(said(mirror, number), []);
});

Deno.test("same second: a pull request read then is read again when it is over, and not again", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  stage.host.clock.set(SECOND);
  const number = await checkedPull(stage);
  await mirror.sync();
  stage.host.clock.set(NEXT_SECOND);
  const again = await asked(stage, mirror);
  const page = `GET /repos/octocat/app/pulls/${number}`;
  assert.equal(again.filter((one) => one === page).length, 1, again.join("\n"));
  const idle = await asked(stage, mirror);
  assert.equal(idle.length, 4, idle.join("\n"));
});

Deno.test("same second: a pull request that was read in a later second is not read again", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  stage.host.clock.set(SECOND);
  await checkedPull(stage);
  stage.host.clock.set(NEXT_SECOND);
  await mirror.sync();
  const idle = await asked(stage, mirror);
  assert.equal(idle.length, 4, idle.join("\n"));
});

Deno.test("same second: a pull request that was deleted is not asked for again", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  stage.host.clock.set(SECOND);
  const { number } = await pull(stage, "topic");
  await mirror.sync();
  stage.host.upstream.deleteIssue("octocat/app", number);
  await mirror.sync();
  assert.equal(mirror.stored<PrSnapshot>("prSnapshot", String(number))!.state, "deleted");
  const idle = await asked(stage, mirror);
  assert.ok(!idle.some((one) => one.includes(`/pulls/${number}`)), idle.join("\n"));
});
