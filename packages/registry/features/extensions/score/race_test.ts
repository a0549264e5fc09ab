import assert from "node:assert/strict";
import { DEPENDENT, repositoriesAsked, scored } from "../../../testing/extensions/scored.ts";

const A = "https://github.com/acme/a";
const B = "https://github.com/acme/b";
const AT_A = { manifest: { repository: A } };

Deno.test("a repository changed while the old one is looked up is looked up right after it", async () => {
  await using ours = await scored();
  const { world } = ours;
  world.repository = "down";
  await ours.publish("2026.01.01.1", AT_A);
  const held = world.hold("github.com/acme/a");
  const working = ours.work();
  await held.asked;
  await ours.change("PATCH", "", { repository: B });
  world.repository = "public";
  held.answer();
  await working;
  assert.deepEqual(repositoriesAsked(world), [
    "github.com/acme/a",
    "github.com/acme/a",
    "github.com/acme/b",
  ]);
  assert.deepEqual(await ours.verified(), [B, true]);
  assert.deepEqual(await ours.waiting(), []);
});

Deno.test("a repository changed while the old one's host fails is looked up right after it, not in a minute", async () => {
  await using ours = await scored();
  const { world } = ours;
  world.repository = "down";
  await ours.publish("2026.01.01.1", AT_A);
  const held = world.hold("github.com/acme/a");
  const working = ours.work();
  await held.asked;
  await ours.change("PATCH", "", { repository: B });
  held.answer();
  await working;
  assert.deepEqual(repositoriesAsked(world).slice(2), ["github.com/acme/b"]);
  assert.deepEqual((await ours.waiting()).map(({ attempts }) => attempts), [1]);
});

Deno.test("a repository changed while the next try is hours away is looked up soon", async () => {
  await using ours = await scored();
  const { world } = ours;
  world.repository = "down";
  await ours.publish("2026.01.01.1", AT_A);
  for (const minutes of [0, 1, 5, 15, 60]) {
    ours.later(minutes);
    assert.equal(await ours.work(), 1);
  }
  assert.equal(await ours.work(), 0, "the next try is four hours away");
  world.repository = "public";
  await ours.change("PATCH", "", { repository: B });
  // Its host has failed so often that it is left alone for half a minute.
  ours.later(1);
  await ours.work();
  assert.deepEqual(await ours.verified(), [B, true]);
});

Deno.test("a repository changed there and back is looked up again: a question from before does not count", async () => {
  await using ours = await scored();
  const { world } = ours;
  world.repository = "down";
  await ours.publish("2026.01.01.1", AT_A);
  const early = world.hold("github.com/acme/a");
  const late = world.hold("github.com/acme/a");
  const working = ours.work();
  await early.asked;
  await ours.change("PATCH", "", { repository: B });
  await ours.change("PATCH", "", { repository: A });
  world.repository = "private";
  early.answer();
  await late.asked;
  assert.deepEqual(await ours.verified(), [A, null]);
  world.repository = "public";
  late.answer();
  await working;
  assert.deepEqual(await ours.verified(), [A, true]);
  assert.deepEqual(await ours.waiting(), []);
});

Deno.test("a push that moves the repository back while its owner moved it away leaves it to be looked up", async () => {
  await using ours = await scored();
  const { world } = ours;
  await ours.publish("2026.01.01.1", { ...AT_A, source: DEPENDENT });
  const held = world.hold("osv");
  ours.later(61);
  // The stored answer about A stands, so this push does not ask about it.
  const pushing = ours.push("2026.01.02.1", { ...AT_A, source: DEPENDENT });
  await held.asked;
  await ours.change("PATCH", "", { repository: B });
  held.answer();
  assert.equal((await pushing).status, 200);
  assert.deepEqual(await ours.verified(), [A, null]);
  await ours.work();
  assert.deepEqual(await ours.verified(), [A, true]);
});

Deno.test("a look-up without an answer does not take back what another extension's look-up found later", async () => {
  await using ours = await scored();
  const { world } = ours;
  world.repository = "down";
  await ours.publish("2026.01.01.1", AT_A);
  const held = world.hold("github.com/acme/a");
  const working = ours.work();
  await held.asked;
  ours.later(1);
  world.repository = "public";
  await ours.publish("2026.01.01.1", { ...AT_A, name: "@fork/hello" });
  assert.deepEqual(await ours.verified(), [A, true]);
  world.repository = "down";
  held.answer();
  await working;
  assert.deepEqual(await ours.verified(), [A, true]);
});

Deno.test("an audit that is finished late does not overwrite what a rescore found meanwhile", async () => {
  await using ours = await scored();
  const { world } = ours;
  world.osv = "down";
  await ours.publish("2026.01.01.1", { ...AT_A, source: DEPENDENT });
  assert.equal((await ours.trust()).outcome, "error");
  const held = world.hold("osv");
  const working = ours.work();
  await held.asked;
  world.osv = "vulnerable";
  await ours.change("POST", "/rescore");
  world.osv = "clean";
  held.answer();
  await working;
  assert.equal((await ours.trust()).outcome, "failed");
  assert.deepEqual(await ours.waiting(), []);
});
