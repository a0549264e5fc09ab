import assert from "node:assert/strict";
import { createGate } from "./gate.ts";

Deno.test("no more tasks than the gate's width run at once, in order, also after one fails", async () => {
  const gate = createGate(2);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) =>
      gate.run(async () => {
        order.push(n);
        most = Math.max(most, ++running);
        await Promise.resolve();
        running--;
        if (n === 1) throw new Error("broken");
        return n;
      })),
  );
  assert.equal(most, 2);
  assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(results.filter(({ status }) => status === "rejected").length, 1);
});
