import assert from "node:assert/strict";
import { refusal } from "../../../runtime/testing/refusal.ts";
import { providerKeys } from "./keys.ts";

/** Keys of a provider that publishes `published`, which counts how often it is asked. */
function keysOf(published: string[], answer?: () => Promise<Response>) {
  const clock = { now: 0 };
  let asked = 0;
  const keys = providerKeys(() => {
    asked++;
    return answer?.() ??
      Promise.resolve(Response.json({ keys: published.map((kid) => ({ kid })) }));
  }, () => new Date(clock.now));
  const known = async (kid?: string) => (await keys.forKey(kid)).keys.map((key) => key.kid);
  return { clock, known, asked: () => asked };
}

Deno.test("known keys are asked for once in five minutes", async () => {
  const { clock, known, asked } = keysOf(["a"]);
  assert.deepEqual(await known("a"), ["a"]);
  clock.now = 299_999;
  await known("a");
  assert.equal(asked(), 1);
  clock.now = 300_000;
  await known("a");
  assert.equal(asked(), 2);
});

Deno.test("a key that was rotated in works at once; unknown ones are asked for three times a minute", async () => {
  const published = ["a"];
  const { clock, known, asked } = keysOf(published);
  await known("a");
  published.push("b");
  assert.deepEqual(await known("b"), ["a", "b"]);
  for (let count = 0; count < 100; count++) await known(`x${count}`);
  assert.equal(asked(), 3);
  clock.now = 20_000;
  await known("x");
  assert.equal(asked(), 4);
});

Deno.test("many who wait share one question", async () => {
  const { known, asked } = keysOf(["a"]);
  await Promise.all(Array.from({ length: 50 }, () => known("a")));
  assert.equal(asked(), 1);
});

Deno.test("a provider that is down is not asked by everybody, and nothing is found good", async () => {
  const { known, asked } = keysOf([], () => Promise.reject(new Error("down")));
  for (let count = 0; count < 3; count++) await assert.rejects(known("a"), /down/);
  for (let count = 0; count < 20; count++) await assert.rejects(known("a"), refusal("unavailable"));
  assert.equal(asked(), 3);
});

Deno.test("an answer that is not a set of keys has none, and a huge one is cut", async () => {
  for (const body of ["null", "[]", "{}", '{"keys":5}', '{"keys":[1,null,"x"]}', "no JSON"]) {
    const { known } = keysOf([], () => Promise.resolve(new Response(body)));
    assert.deepEqual(await known(), [], body);
  }
  const many = Array.from({ length: 5000 }, (_, index) => String(index));
  assert.equal((await keysOf(many).known("0")).length, 50);
});
