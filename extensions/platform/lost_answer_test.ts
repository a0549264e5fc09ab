import assert from "node:assert/strict";
import { PlatformFailure } from "./failure.ts";
import { writeAgain, writeOnce } from "./lost_answer.ts";

/** A write that fails a number of times, and counts. */
function flaky(failures: Error[]) {
  const state = { calls: 0 };
  return {
    state,
    write: () => failures[state.calls++] ? failing(failures[state.calls - 1]!) : ok(),
  };
}
const failing = (error: Error): Promise<string> => Promise.reject(error);
const ok = () => Promise.resolve("made");
const lost = new PlatformFailure("unavailable");

Deno.test("an answer that came is taken, and nothing is looked for", async () => {
  const { write, state } = flaky([]);
  assert.equal(await writeOnce(write, () => assert.fail("looked")), "made");
  assert.equal(state.calls, 1);
});

Deno.test("after a lost answer what is found is taken, and the write is not sent again", async () => {
  const { write, state } = flaky([lost]);
  assert.equal(await writeOnce(write, () => Promise.resolve("found")), "found");
  assert.equal(state.calls, 1);
});

Deno.test("after a lost answer without an effect the write is sent again, not twice", async () => {
  const once = flaky([lost]);
  assert.equal(await writeAgain(once.write), "made");
  const twice = flaky([lost, lost, lost]);
  await assert.rejects(writeAgain(twice.write), lost);
  assert.equal(twice.state.calls, 2);
});

Deno.test("a refusal is an answer: nothing is looked for and nothing sent again", async () => {
  const refused = new PlatformFailure("invalid");
  const { write, state } = flaky([refused, refused]);
  await assert.rejects(writeOnce(write, () => assert.fail("looked")), refused);
  assert.equal(state.calls, 1);
});

Deno.test("an aborted run is not a lost answer", async () => {
  const aborted = new DOMException("stop", "AbortError");
  const { write, state } = flaky([aborted, aborted]);
  await assert.rejects(writeOnce(write, () => assert.fail("looked")), aborted);
  assert.equal(state.calls, 1);
});
