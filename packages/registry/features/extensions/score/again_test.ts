import assert from "node:assert/strict";
import { DEPENDENT, repositoriesAsked, scored } from "../../../testing/extensions/scored.ts";

const REPOSITORY = "https://github.com/acme/hello";
const AT_REPOSITORY = { manifest: { repository: REPOSITORY } };
const DAYS = 24 * 60;

Deno.test("a rescore asks the audit's services again, whatever was answered minutes ago", async () => {
  await using ours = await scored();
  await ours.publish("2026.01.01.1", { source: DEPENDENT });
  ours.world.osv = "vulnerable";
  await ours.publish("2026.01.02.1", { source: DEPENDENT });
  assert.equal((await ours.trust()).outcome, "passed", "a push takes the answer of a minute ago");
  await ours.change("POST", "/rescore");
  assert.equal((await ours.trust()).outcome, "failed");
  await ours.publish("2026.01.03.1", { source: DEPENDENT });
  assert.equal((await ours.trust()).outcome, "failed", "what the rescore was told stands for all");
});

Deno.test("an audit that a rescore left open is not finished with an answer from before it", async () => {
  await using ours = await scored();
  await ours.publish("2026.01.01.1", { source: DEPENDENT });
  ours.world.osv = "down";
  await ours.change("POST", "/rescore");
  await ours.work();
  assert.equal((await ours.trust()).outcome, "error");
});

Deno.test("an answer without the downloads is not kept: the next push asks for them again", async () => {
  await using ours = await scored();
  const { world } = ours;
  world.downloads = "down";
  await ours.publish("2026.01.01.1", { source: DEPENDENT });
  const first = (await ours.trust()).audited[0]!;
  assert.equal(first.weeklyDownloads, null);
  assert.match(first.warnings.join(), /weekly downloads are not known/);
  world.downloads = 7;
  await ours.publish("2026.01.02.1", { source: DEPENDENT });
  assert.equal((await ours.trust()).audited[0]!.weeklyDownloads, 7);
});

Deno.test("a no stands for seven days as a yes does, and ends with the address (spec 2.6 rule 5)", async () => {
  await using ours = await scored();
  const { world } = ours;
  world.repository = "private";
  await ours.publish("2026.01.01.1", AT_REPOSITORY);
  world.repository = "public";
  ours.later(7 * DAYS - 1);
  await ours.change("POST", "/rescore");
  await ours.publish("2026.01.02.1", AT_REPOSITORY);
  assert.equal(repositoriesAsked(world).length, 1);
  assert.deepEqual(await ours.verified(), [REPOSITORY, false]);
  await ours.change("PATCH", "", { repository: null });
  await ours.change("PATCH", "", { repository: REPOSITORY });
  await ours.work();
  assert.deepEqual(await ours.verified(), [REPOSITORY, true]);
});

Deno.test("a stored no is asked for again at a rescore after seven days", async () => {
  await using ours = await scored();
  ours.world.repository = "private";
  await ours.publish("2026.01.01.1", AT_REPOSITORY);
  ours.world.repository = "public";
  ours.later(7 * DAYS);
  await ours.change("POST", "/rescore");
  assert.deepEqual(await ours.verified(), [REPOSITORY, true]);
});

Deno.test("saving the same address again is not a change and asks nobody", async () => {
  await using ours = await scored();
  await ours.publish("2026.01.01.1", AT_REPOSITORY);
  await ours.change("PATCH", "", { repository: REPOSITORY });
  await ours.work();
  assert.equal(repositoriesAsked(ours.world).length, 1);
  assert.deepEqual(await ours.verified(), [REPOSITORY, true]);
});
