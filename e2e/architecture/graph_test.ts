import assert from "node:assert/strict";
import { type Arrow, circles, mutualPairs } from "./graph.ts";

const arrow = (from: string, to: string): Arrow => ({ from, to, line: 1 });

Deno.test("folders that import each other are found at each depth, a folder and its own child too", () => {
  const pairs = mutualPairs([
    arrow("p/a/one.ts", "p/b/two.ts"),
    arrow("p/b/deep/three.ts", "p/a/four.ts"),
    arrow("p/c/mod.ts", "p/c/child/x.ts"),
    arrow("p/c/child/y.ts", "p/c/z.ts"),
  ]);
  assert.deepEqual(pairs, [
    "p/a <-> p/b, as p/b/deep/three.ts:1 -> p/a/four.ts",
    "p/c <-> p/c/child, as p/c/child/y.ts:1 -> p/c/z.ts",
  ]);
});

Deno.test("arrows in one direction are no pair", () => {
  assert.deepEqual(
    mutualPairs([arrow("p/a/x/one.ts", "p/b/y/two.ts"), arrow("p/a/two.ts", "p/b/one.ts")]),
    [],
  );
});

Deno.test("a circle of files is found however long, and a chain is none", () => {
  const ring = [arrow("a.ts", "b.ts"), arrow("b.ts", "c.ts"), arrow("c.ts", "a.ts")];
  assert.deepEqual(circles([...ring, arrow("d.ts", "a.ts")]), [["a.ts", "b.ts", "c.ts"]]);
  assert.deepEqual(circles(ring.slice(0, 2)), []);
});
