import { deepEqual, equal } from "node:assert/strict";
import { warningList } from "./warnings.ts";

Deno.test("a result holds what a run warned of, and no more than people read", () => {
  const { texts, keep } = warningList();
  for (const level of ["trace", "debug", "info", "warning", "error", "fatal"] as const) {
    keep(level, level);
  }
  deepEqual(texts, ["warning", "error", "fatal"]);
  keep("warning", "a".repeat(1000));
  keep("warning", "b".repeat(1001));
  equal(texts[3], "a".repeat(1000));
  equal(texts[4], `${"b".repeat(1000)}…`);
  for (let count = 0; count < 100; count++) keep("warning", `${count}`);
  deepEqual([texts.length, texts.at(-1)], [20, "14"]);
});
