import { deepEqual, equal } from "node:assert/strict";
import { after, pauseFor } from "./timer.ts";

Deno.test("a timer calls once, and not at all once it is disposed of", async () => {
  const rung: string[] = [];
  const late = Promise.withResolvers<void>();
  {
    using _gone = after(1, () => rung.push("disposed of"));
  }
  after(1, () => rung.push("first"));
  after(30, late.resolve);
  await late.promise;
  deepEqual(rung, ["first"]);
});

Deno.test("a pause ends with its time, or with the signal", async () => {
  await pauseFor(1);
  const stop = new AbortController();
  const paused = pauseFor(3_600_000, stop.signal).then(() => "ended");
  stop.abort();
  equal(await paused, "ended");
  await pauseFor(3_600_000, stop.signal);
});
