import assert from "node:assert/strict";
import { loadHighlight } from "./highlight.ts";
import { renderMarkdown } from "./render.ts";

/** A clock that jumps ahead each time it is asked, as on a machine that does something else meanwhile. */
function jumpingClock(): Disposable {
  const [{ now }, { now: elapsed }] = [Date, performance];
  let ahead = 0;
  const jump = () => ahead += 60_000;
  Date.now = () => now() + jump();
  performance.now = () => elapsed.call(performance) + jump();
  return {
    [Symbol.dispose]() {
      Date.now = now;
      performance.now = elapsed;
    },
  };
}

Deno.test("on a machine that does something else meanwhile all of a text is coloured", async () => {
  using _clock = jumpingClock();
  const code = "const a: string = `${b}`;\n".repeat(120);
  const highlight = await loadHighlight(["ts"], { budgetMs: 60_000 });
  assert.equal(highlight(code, "ts")!.split(">const<").length - 1, 120);
  const blocks = "```ts\nconst a = 1;\n```\n\n".repeat(3);
  const html = await renderMarkdown(blocks, { idPrefix: "", headingShift: 0 });
  assert.equal(html.split(">const<").length - 1, 3);
});

Deno.test("what is left of a text when its time is over stays plain", async () => {
  const highlight = await loadHighlight(["ts"], { budgetMs: -1 });
  assert.equal(highlight("a < b;\n".repeat(2), "ts"), "a &lt; b;\n".repeat(2));
});
