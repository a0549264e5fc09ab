import assert from "node:assert/strict";
import type { ActivityEvent } from "./outputs/subjects.ts";
import { type Mirror, startMirror } from "./testing/mirror.ts";
import { comment, issue, uncomment } from "./testing/on_stage.ts";

const SECOND = "2026-11-20T10:00:00Z";
const COMMENTS = "GET /repos/octocat/app/issues/comments";

/** Comments of the first issue as they are stored. */
const said = (mirror: Mirror) =>
  mirror.stored<ActivityEvent>("activityEvent", "issue-1")!.events.map(({ body }) => body);

Deno.test("deleted comments: as many that came in the same second do not hide them", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  stage.host.clock.set(SECOND);
  await issue(stage, "First");
  const ids = [];
  for (const body of ["one", "two", "three"]) ids.push((await comment(stage, 1, body)).id);
  await mirror.sync();
  for (const id of ids.slice(0, 2)) await uncomment(stage, id);
  for (const body of ["four", "five"]) await comment(stage, 1, body);
  const { summary } = await mirror.sync();
  assert.equal(summary.complete, true);
  assert.deepEqual(said(mirror), ["three", "four", "five"]);
  stage.took(true);
  await mirror.sync();
  const idle = stage.took(true).filter((one) => one.includes("/repos/"));
  assert.equal(idle.length, 4, idle.join("\n"));
});

Deno.test("deleted comments: one that came behind the list goes before the next", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  stage.host.clock.set(SECOND);
  await issue(stage, "First");
  await comment(stage, 1, "stays");
  let id = 0;
  stage.host.beforeNext(COMMENTS, async () => {
    stage.host.clock.advance(1);
    ({ id } = await comment(stage, 1, "gone soon"));
  });
  await mirror.sync();
  assert.deepEqual(said(mirror), ["stays", "gone soon"]);
  stage.host.clock.advance(1);
  await uncomment(stage, id);
  await mirror.sync();
  assert.deepEqual(said(mirror), ["stays"]);
});

Deno.test("deleted comments: a sync that dies at any call leaves none behind", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  stage.host.clock.set(SECOND);
  await issue(stage, "First");
  let { id } = await comment(stage, 1, "0");
  await mirror.sync();
  for (let dieAfter = 1;; dieAfter++) {
    await uncomment(stage, id);
    ({ id } = await comment(stage, 1, `${dieAfter}`));
    const { error } = await mirror.sync({ dieAfter });
    await mirror.sync();
    assert.deepEqual(said(mirror), [`${dieAfter}`]);
    if (error === undefined) return;
  }
});

Deno.test("deleted comments: where the platform counts fewer than it lists, they are asked for once", async () => {
  await using started = await startMirror();
  const { stage, mirror } = started;
  stage.host.clock.set(SECOND);
  await issue(stage, "First");
  for (const body of ["one", "two"]) await comment(stage, 1, body);
  const entry = await stage.on("app", "GET", "/issues/1");
  const miscounts = () =>
    stage.host.answerNext(
      "GET /repos/octocat/app/issues",
      () => Response.json([{ ...entry, comments: 1 }]),
    );
  const whole = "GET /repos/octocat/app/issues/1/comments";
  const counts = [];
  for (let run = 0; run < 3; run++) {
    miscounts();
    stage.took(true);
    const { summary } = await mirror.sync();
    assert.equal(summary.complete, true);
    counts.push(stage.took(true).filter((one) => one.startsWith(whole)).length);
  }
  assert.deepEqual(said(mirror), ["one", "two"]);
  assert.deepEqual(counts, [1, 0, 0]);
});
