import assert from "node:assert/strict";
import { renderDocument } from "../../platform/web/layout/render.ts";
import { FRAME, NOW, sampleEntry } from "../../testing/web/sample.ts";
import { HomePage } from "./page.tsx";
import { bestFirst } from "./route.tsx";

const render = (total: number) =>
  renderDocument(
    <HomePage
      {...FRAME}
      newest={[sampleEntry()]}
      topScored={[sampleEntry()]}
      total={total}
      ranked={100}
      now={NOW}
    />,
  );

Deno.test("the home page says when its best are the best of the last updated only", async () => {
  assert.doesNotMatch(await render(100), /Among the/);
  assert.match(await render(101), /Among the 100 updated last\./);
});

Deno.test("the home page says how many extensions there are", async () => {
  assert.match(await render(1), /See the one extension/);
  assert.match(await render(12), /See all 12 extensions/);
});

Deno.test("the best come first, equal ones by name, deprecated ones not at all", () => {
  const entry = (name: string, percentage: number | null, deprecatedAt: string | null = null) =>
    sampleEntry({
      name,
      deprecatedAt,
      score: percentage === null ? null : { percentage, grade: "A" },
    });
  const entries = [
    entry("@a/unscored", null),
    entry("@a/z", 92),
    entry("@a/b", 100),
    entry("@a/a", 100),
    entry("@a/old", 100, "2026-11-21T00:00:00.000Z"),
    entry("@a/y", 93),
  ];
  assert.deepEqual(bestFirst(entries).map(({ name }) => name), [
    "@a/a",
    "@a/b",
    "@a/y",
    "@a/z",
    "@a/unscored",
  ]);
});
