import { equal, ok } from "node:assert/strict";
import { createLoopDelays, followLoop, LOOK } from "./event_loop.ts";

Deno.test("what holds up the event loop is counted by how long it did", async () => {
  const counted = Promise.withResolvers<number>();
  const stop = followLoop({ observe: (_, seconds) => counted.resolve(seconds) });
  const until = performance.now() + 3 * LOOK;
  while (performance.now() < until);
  ok(await counted.promise >= 1.9 * LOOK / 1_000);
  stop();
});

Deno.test("delays have no labels: one row, whatever happens", () => {
  const delays = createLoopDelays();
  for (const seconds of [0, 0.01, 9]) delays.observe([], seconds);
  equal([...delays.rows()].length, 1);
});
