import assert from "node:assert/strict";
import { ATTEMPTS } from "./attempts.ts";
import { HOUR, refused, scene, wrong } from "./testing/scene.ts";

Deno.test("wrong tokens are limited by address; the right one is let in from there all the same", async () => {
  await using on = await scene();
  const token = on.make();
  const codes: string[] = [];
  for (let count = 0; count <= ATTEMPTS.network.burst; count++) {
    codes.push((await refused(on.ask(`n${count}.${"0".repeat(64)}`))).code);
  }
  assert.deepEqual(codes.slice(-2), ["not_authenticated", "rate_limited"]);
  assert.equal((await on.ask(token)).name, "ci");
  assert.equal((await refused(on.ask(wrong(token), "198.51.100.1"))).code, "not_authenticated");
  on.clock.ms += 60_000;
  assert.equal((await refused(on.ask(wrong(token)))).code, "not_authenticated");
});

Deno.test("wrong tokens are limited by name, from everywhere; its holder is never locked out", async () => {
  await using on = await scene();
  const token = on.make();
  const tries = async (text: string) => {
    const codes: string[] = [];
    for (let count = 0; count <= ATTEMPTS.name.burst; count++) {
      codes.push((await refused(on.ask(text, `2001:db8:${count}::1`))).code);
    }
    return codes;
  };
  const known = await tries(wrong(token));
  assert.equal(known.at(-1), "rate_limited");
  assert.deepEqual(await tries(`unknown.${"0".repeat(64)}`), known, "whether it exists or not");
  assert.equal((await on.ask(token, "2001:db8:0::1")).name, "ci");
});

Deno.test("each refusal is one line without the secret, and a flood of them a line a minute", async () => {
  await using on = await scene();
  const token = on.make();
  const secret = token.slice("ci.".length);
  await refused(on.ask(wrong(token)));
  await refused(on.ask(secret));
  await refused(on.ask(`pasted-by-mistake.${secret}`));
  on.clock.ms += HOUR;
  await refused(on.ask(token));
  const lines = on.logged.filter(({ event }) => event === "credential.refused");
  assert.deepEqual(
    lines.map(({ why, name }) => [why, name]),
    [["wrong", "ci"], ["malformed", undefined], ["unknown", "past…"], ["expired", "ci"]],
  );
  for (let count = 0; count < 500; count++) await refused(on.ask(secret));
  const flood = on.logged.filter(({ event }) => event === "credential.limited");
  assert.equal(flood.length, 1);
  assert.ok(!JSON.stringify(on.logged).includes(secret.slice(0, 8)));
});
