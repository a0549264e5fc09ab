import assert from "node:assert/strict";
import fc from "fast-check";
import { createPatternChoice } from "./pattern_choice.ts";

/** What a client throws for a refused request. */
function refusal(status: number): Error {
  return Object.assign(new Error("refused"), { status, response: { data: {} } });
}

const subset = (patterns: readonly string[]) => fc.subarray([...patterns]);

Deno.test("whatever a server knows: all known patterns are read once, all others are named", async () => {
  const patterns = [..."abcdefghijk"];
  await fc.assert(fc.asyncProperty(subset(patterns), async (unknown) => {
    const choose = createPatternChoice(patterns);
    const read = (wanted: readonly string[]) =>
      wanted.some((pattern) => unknown.includes(pattern))
        ? Promise.reject(refusal(422))
        : Promise.resolve(wanted);
    const known = patterns.filter((pattern) => !unknown.includes(pattern));
    const first = await choose(read);
    assert.deepEqual(first.readings.flat(), known);
    assert.deepEqual(first.unsupported, unknown);
    let requests = 0;
    const second = await choose((wanted) => {
      requests += 1;
      return read(wanted);
    });
    assert.deepEqual(second, { readings: known.length > 0 ? [known] : [], unsupported: unknown });
    assert.equal(requests, known.length > 0 ? 1 : 0);
  }));
});

Deno.test("a single unknown pattern of eleven is found within nine requests", async () => {
  const patterns = [..."abcdefghijk"];
  for (const unknown of patterns) {
    let requests = 0;
    await createPatternChoice(patterns)((wanted) => {
      requests += 1;
      return wanted.includes(unknown) ? Promise.reject(refusal(422)) : Promise.resolve(wanted);
    });
    assert.ok(requests <= 9, `${requests} for ${unknown}`);
  }
});

for (const status of [401, 403, 404, 503]) {
  Deno.test(`a refusal with ${status} is not a unknown pattern`, async () => {
    const choose = createPatternChoice(["a", "b"]);
    await assert.rejects(choose(() => Promise.reject(refusal(status))), { status });
  });
}
