import assert from "node:assert/strict";
import { renderDocument } from "../../platform/web/layout/render.ts";
import { FRAME, NOW, sampleEntry } from "../../testing/web/sample.ts";
import { HomePage } from "./page.tsx";

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
