import { scoreBadge } from "./public_files.ts";
import assert from "node:assert/strict";

Deno.test("a badge says grade and percentage in words, and that nothing is scored", () => {
  assert.match(scoreBadge({ grade: "B", percentage: 85 }), /aria-label="svc score: B 85%"/);
  assert.match(scoreBadge(null), /svc score: not scored/);
});

Deno.test("a longer text gets a wider badge", () => {
  const width = (svg: string) => Number(/width="(\d+)"/.exec(svg)?.[1]);
  assert.ok(width(scoreBadge(null)) > width(scoreBadge({ grade: "F", percentage: 7 })));
});
