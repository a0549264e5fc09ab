import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { fairQueue } from "./queue.ts";

const all = () => true;

Deno.test("callers take turns, each in its own order", () => {
  const queue = fairQueue<string>();
  for (const item of ["a1", "a2", "a3", "b1", "a4", "c1", "b2"]) queue.add(item[0]!, item);
  const order = Array.from({ length: 7 }, () => queue.take(all));
  deepEqual(order, ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  deepEqual([queue.take(all), queue.size], [undefined, 0]);
});

Deno.test("one caller with a thousand does not keep another one waiting", () => {
  const queue = fairQueue<string>();
  for (let index = 0; index < 1000; index++) queue.add("a", `a${index}`);
  queue.take(all);
  queue.add("b", "b0");
  const next = [queue.take(all), queue.take(all)];
  ok(next.includes("b0"), "within one turn of each");
});

Deno.test("what may not begin is passed over and keeps its place", () => {
  const queue = fairQueue<string>();
  for (const item of ["a-busy", "a-free", "b-busy", "b-free"]) queue.add(item[0]!, item);
  const free = (item: string) => !item.endsWith("busy");
  deepEqual([queue.take(free), queue.take(free), queue.take(free)], [
    "a-free",
    "b-free",
    undefined,
  ]);
  deepEqual([queue.take(all), queue.take(all)], ["a-busy", "b-busy"]);
});

Deno.test("what was taken out is gone once, whoever is named", () => {
  const queue = fairQueue<string>();
  queue.add("a", "a1");
  queue.remove("b", "a1");
  equal(queue.sizeOf("a"), 1);
  queue.remove("a", "a1");
  queue.remove("a", "a1");
  deepEqual([queue.size, queue.sizeOf("a")], [0, 0]);
});

Deno.test("whatever comes, all get out once, in the order of each caller, and no caller is two turns behind", () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 60 }), (callers) => {
    const queue = fairQueue<{ caller: number; number: number }>();
    callers.forEach((caller, number) => queue.add(String(caller), { caller, number }));
    const taken: { caller: number; number: number }[] = [];
    for (let item = queue.take(all); item; item = queue.take(all)) taken.push(item);
    equal(taken.length, callers.length);
    for (const caller of new Set(callers)) {
      const own = taken.filter((item) => item.caller === caller).map(({ number }) => number);
      deepEqual(own, own.toSorted((a, b) => a - b));
      // Between two of its own, each other caller has one turn at most.
      const turns = taken.flatMap((item, at) => item.caller === caller ? [at] : []);
      for (const [index, at] of turns.entries()) {
        const between = taken.slice(index === 0 ? 0 : turns[index - 1]! + 1, at);
        equal(new Set(between.map((item) => item.caller)).size, between.length);
      }
    }
  }));
});
