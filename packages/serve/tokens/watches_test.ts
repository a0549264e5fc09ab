import assert from "node:assert/strict";
import { createLoginToken, revokeByPrincipal, updatePrincipal } from "./people.ts";
import { ADA, HOUR, refused, RIGHTS, scene, START } from "./testing/scene.ts";

Deno.test("a revocation by another process ends the streams of that token, with the next look", async () => {
  await using on = await scene();
  const [mine, other] = [await on.ask(on.make()), await on.ask(on.make("other"))];
  const ended: string[] = [];
  on.credentials.watch(mine, (why) => ended.push(`mine: ${why}`));
  on.credentials.watch(mine, (why) => ended.push(`mine too: ${why}`));
  on.credentials.watch(other, () => ended.push("other"));
  on.look();
  assert.deepEqual(ended, []);
  on.revoke(on.other);
  on.look();
  on.look();
  assert.deepEqual(ended, ["mine: The token was revoked", "mine too: The token was revoked"]);
});

Deno.test("a stream ends when its token expires, at that instant and without any change", async () => {
  await using on = await scene();
  let ended = "";
  on.credentials.watch(await on.ask(on.make()), (why) => ended = why);
  on.clock.ms += HOUR - 1;
  on.look();
  assert.equal(ended, "");
  on.clock.ms += 1;
  on.look();
  assert.match(ended, /expired/);
});

Deno.test("a rotation ends the streams of the old secret at once, or after the grace", async () => {
  await using on = await scene();
  const ended: string[] = [];
  on.credentials.watch(await on.ask(on.make()), () => ended.push("first"));
  const second = on.rotate(0);
  on.look();
  assert.deepEqual(ended, ["first"]);
  on.credentials.watch(await on.ask(second), () => ended.push("second"));
  const third = on.rotate(60_000);
  on.credentials.watch(await on.ask(third), () => ended.push("third"));
  on.look();
  on.clock.ms += 59_999;
  on.look();
  assert.deepEqual(ended, ["first"]);
  on.clock.ms += 1;
  on.look();
  assert.deepEqual(ended, ["first", "second"]);
});

Deno.test("a person who loses a right loses their streams, one who gains rights keeps them", async () => {
  await using on = await scene();
  const expiresAt = new Date(START + HOUR);
  const login = { principal: ADA, rights: RIGHTS, expiresAt };
  const { text } = createLoginToken(on.kept.state, login, on.now());
  let ended = "";
  on.credentials.watch(await on.ask(text), (why) => ended = why);
  updatePrincipal(on.other, { ...ADA, username: "ada-l" }, { ...RIGHTS, read: ["audit", "more"] });
  on.look();
  assert.equal(ended, "");
  assert.equal((await on.ask(text)).initiatedBy, "user:ada-l");
  updatePrincipal(on.other, ADA, { ...RIGHTS, read: [] });
  on.look();
  assert.match(ended, /rights of the token were reduced/);
  on.credentials.watch(await on.ask(text), (why) => ended = why);
  revokeByPrincipal(on.other, ADA.sub, "registry", on.now());
  on.look();
  assert.match(ended, /revoked/);
});

Deno.test("a stream that opens while its token is revoked ends with the next look", async () => {
  await using on = await scene();
  const caller = await on.ask(on.make());
  on.revoke(on.other);
  await refused(on.ask("ci.0"));
  let ended = "";
  on.credentials.watch(caller, (why) => ended = why);
  on.look();
  assert.match(ended, /revoked/);
});

Deno.test("a thousand watches share one timer, which rests when there are none", async () => {
  await using on = await scene();
  const caller = await on.ask(on.make());
  const ended: number[] = [];
  const open = Array.from(
    { length: 1000 },
    (_, index) => on.credentials.watch(caller, () => ended.push(index)),
  );
  assert.equal(on.timers.size, 1);
  for (const watch of open.slice(1)) watch[Symbol.dispose]();
  on.revoke(on.other);
  on.look();
  assert.deepEqual(ended, [0]);
  open[0]![Symbol.dispose]();
  assert.equal(on.timers.size, 0);
});

Deno.test("a stream that fails while it ends keeps no other from ending", async () => {
  await using on = await scene();
  const caller = await on.ask(on.make());
  let ended = false;
  on.credentials.watch(caller, () => {
    throw new Error("a broken stream");
  });
  on.credentials.watch(caller, () => ended = true);
  on.revoke();
  on.look();
  assert.equal(ended, true);
});
