import assert from "node:assert/strict";
import { PlatformFailure } from "./failure.ts";
import { failIfAny, fanOut } from "./fan_out.ts";

const going = { concurrency: 2, signal: new AbortController().signal };

Deno.test("results keep the items' order whatever ends first", async () => {
  const gates = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const running = fanOut([0, 1, 2], { ...going, concurrency: 3 }, async (item) => {
    await gates[item]!.promise;
    return item * 10;
  });
  for (const gate of gates.toReversed()) gate.resolve();
  assert.deepEqual((await running).map(({ value }) => value), [0, 10, 20]);
});

Deno.test("no more than the allowed number run at once", async () => {
  let running = 0;
  let most = 0;
  await fanOut([...Array(20).keys()], { ...going, concurrency: 4 }, async () => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    await Promise.resolve();
    running -= 1;
  });
  assert.equal(most, 4);
});

Deno.test("one item's failure does not stop the others", async () => {
  const results = await fanOut(["a", "b", "c"], going, (item) => {
    if (item === "b") return Promise.reject(new PlatformFailure("not_found", { what: "b" }));
    return Promise.resolve(item.toUpperCase());
  });
  assert.deepEqual(results.map(({ value }) => value), ["A", undefined, "C"]);
  assert.equal(results[1]?.failure?.code, "not_found");
});

Deno.test("after a used-up limit nothing more is asked, and each item says so", async () => {
  const asked: string[] = [];
  const results = await fanOut(["a", "b", "c"], { ...going, concurrency: 1 }, (item) => {
    asked.push(item);
    return Promise.reject(new PlatformFailure("rate_limited", { until: "2027-01-01T00:00:00Z" }));
  });
  assert.deepEqual(asked, ["a"]);
  assert.deepEqual(
    results.map(({ failure }) => failure?.until),
    Array(3).fill("2027-01-01T00:00:00Z"),
  );
});

Deno.test("a bug is thrown on, not recorded as one item's failure", async () => {
  await assert.rejects(
    fanOut([1, 2], going, () => Promise.reject(new TypeError("a bug"))),
    TypeError,
  );
});

Deno.test("an aborted run ends what it is doing, starts nothing more and throws the reason", async () => {
  const controller = new AbortController();
  const ended: number[] = [];
  const started: number[] = [];
  const running = fanOut([1, 2, 3], { concurrency: 1, signal: controller.signal }, async (item) => {
    started.push(item);
    controller.abort(new Error("cancelled"));
    await Promise.resolve();
    ended.push(item);
  });
  await assert.rejects(running, /cancelled/);
  assert.deepEqual([started, ended], [[1], [1]]);
});

Deno.test("the failure at the end names items, counts the rest and keeps the first code", async () => {
  const results = await fanOut([...Array(12).keys()], going, () => {
    return Promise.reject(new PlatformFailure("archived"));
  });
  assert.throws(() => failIfAny(results, (item) => `acme/r${item}`), (error: PlatformFailure) => {
    assert.equal(error.code, "archived");
    assert.match(error.message, /^12 of 12 failed\. .*:\n {2}acme\/r0 \(archived\): /);
    assert.match(error.message, /and 2 more/);
    return true;
  });
  failIfAny(await fanOut([1], going, () => Promise.resolve(1)));
});
