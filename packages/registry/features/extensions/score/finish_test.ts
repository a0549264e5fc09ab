import assert from "node:assert/strict";
import { LIMITS } from "@svc/core/limit";
import { repositoriesAsked, scored } from "../../../testing/extensions/scored.ts";

const REPOSITORY = "https://github.com/acme/hello";
const AT_REPOSITORY = { manifest: { repository: REPOSITORY } };
const TWO = `import pad from "npm:left-pad@1.0.0";\nimport on from "npm:is-odd";\n` +
  "/** It. */\nexport const it: string = pad + on;\n";

const DAYS = 24 * 60;

/** Works every five minutes for so many minutes. */
async function pass(ours: Awaited<ReturnType<typeof scored>>, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 5) {
    await ours.work();
    ours.later(5);
  }
}

Deno.test("an unanswered look-up of a repository is tried seven times within a day, then not before the next scoring event (spec 2.6 rule 5)", async () => {
  await using ours = await scored();
  const { world } = ours;
  world.repository = "down";
  await ours.publish("2026.01.01.1", AT_REPOSITORY);
  await pass(ours, 2 * DAYS);
  assert.equal(repositoriesAsked(world).length, 1 + LIMITS.lookup.tries);
  world.repository = "public";
  await pass(ours, DAYS);
  assert.deepEqual(await ours.verified(), [REPOSITORY, false]);
  assert.deepEqual(await ours.waiting(), []);

  await ours.change("POST", "/rescore");
  assert.deepEqual(await ours.verified(), [REPOSITORY, true]);
});

Deno.test("a look-up that a stopped server left past its day is dropped unasked, and the log says so", async () => {
  await using ours = await scored();
  ours.world.repository = "down";
  await ours.publish("2026.01.01.1", AT_REPOSITORY);
  ours.later(DAYS + 1);
  assert.equal(await ours.work(), 0);
  assert.equal(repositoriesAsked(ours.world).length, 1);
  assert.deepEqual(await ours.waiting(), []);
  assert.ok(ours.registry.logged.some((line) => /job\.abandoned.*verification/.test(line)));
});

Deno.test("a verification is never asked again on a schedule of its own, however old it is (rule 5)", async () => {
  await using ours = await scored();
  await ours.publish("2026.01.01.1", AT_REPOSITORY);
  ours.world.repository = "private";
  for (const days of [1, 7, 100]) {
    ours.later(days * DAYS);
    assert.equal(await ours.work(), 0);
  }
  assert.deepEqual(await ours.verified(), [REPOSITORY, true]);
  assert.equal(repositoriesAsked(ours.world).length, 1);
});

Deno.test("an unanswered audit asks again about what was not answered, and about nothing else", async () => {
  await using ours = await scored();
  const { world } = ours;
  world.down.add("osv left-pad");
  await ours.publish("2026.01.01.1", { source: TWO });
  const outcomes = async () =>
    (await ours.trust()).audited.map(({ name, version, outcome }) => [name, version, outcome]);
  assert.deepEqual(await outcomes(), [
    ["is-odd", "1.0.0", "passed"],
    ["left-pad", "1.0.0", "error"],
  ]);
  world.down.clear();
  world.asked.length = 0;
  ours.later(61);
  await ours.work();
  assert.deepEqual(await outcomes(), [
    ["is-odd", "1.0.0", "passed"],
    ["left-pad", "1.0.0", "passed"],
  ]);
  assert.equal((await ours.trust()).outcome, "passed");
  assert.deepEqual(world.asked.sort(), ["downloads left-pad", "npm left-pad", "osv left-pad"]);
  assert.deepEqual(await ours.waiting(), []);
});

Deno.test("an audit without an answer is tried seven times within a day, and again at the next scoring event", async () => {
  await using ours = await scored();
  const { world } = ours;
  world.osv = "down";
  await ours.publish("2026.01.01.1", { source: TWO });
  await pass(ours, 2 * DAYS);
  assert.equal(
    world.asked.filter((one) => one === "osv is-odd").length,
    1 + LIMITS.lookup.tries,
  );
  world.osv = "clean";
  await pass(ours, DAYS);
  assert.equal((await ours.trust()).outcome, "error");
  await ours.change("POST", "/rescore");
  assert.equal((await ours.trust()).outcome, "passed");
});

Deno.test("a manual rescore whose look-ups get no answer is finished like a publish", async () => {
  await using ours = await scored();
  const { world } = ours;
  await ours.publish("2026.01.01.1", { ...AT_REPOSITORY, source: TWO });
  ours.later(7 * DAYS);
  world.osv = "down";
  world.repository = "down";
  await ours.change("POST", "/rescore");
  assert.deepEqual((await ours.waiting()).map(({ kind }) => kind).sort(), [
    "audit",
    "verification",
  ]);
  world.osv = "clean";
  world.repository = "public";
  await ours.work();
  assert.equal((await ours.trust()).outcome, "passed");
  assert.deepEqual(await ours.verified(), [REPOSITORY, true]);
});

Deno.test("dependencies beyond the number that is looked up are not asked about again", async () => {
  await using ours = await scored();
  const names = Array.from({ length: LIMITS.auditedDependencies + 1 }, (_, n) => `package-${n}`);
  const source = names.map((name) => `import "npm:${name}";`).join("\n") +
    "\n/** It. */\nexport const it = 1;\n";
  await ours.publish("2026.01.01.1", { source });
  assert.equal((await ours.trust()).outcome, "notRun");
  assert.deepEqual(await ours.waiting(), []);
});
