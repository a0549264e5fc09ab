import assert from "node:assert/strict";
import { HOSTILE_MARKDOWN } from "../../../testing/web/hostile.ts";
import { assertHarmless } from "../../../testing/web/harmless.ts";
import { MOST_MARKDOWN_CHARACTERS, type RenderOptions } from "./render.ts";
import { rendererInThread } from "../../../testing/in_thread.ts";
import { type RendererOptions, rendererProcesses } from "./renderer.ts";

const README: RenderOptions = {
  idPrefix: "readme-",
  headingShift: 1,
  place: { root: "/docs/", folder: "a" },
};

function processes(options: Partial<RendererOptions> = {}) {
  const renderer = rendererProcesses({
    deno: Deno.execPath(),
    timeLimitMs: 3_600_000,
    waiting: 1_000,
    waitLimitMs: 3_600_000,
    ...options,
  });
  return { ...renderer, [Symbol.asyncDispose]: () => renderer.close() };
}

Deno.test("a process makes of a text what this thread makes of it", async () => {
  await using renderer = processes();
  const thread = rendererInThread();
  const texts = [
    ...Object.values(HOSTILE_MARKDOWN),
    "# A\\n\\n[b](../b.md#c)\\n\\n```ts\\nconst a = 1;\\n```\\n\u2028\ud800",
    "word ".repeat(MOST_MARKDOWN_CHARACTERS / 5 + 1),
    "",
  ].map((text) => text.replaceAll("\\n", "\n"));
  const there = await Promise.all(texts.map((text) => renderer.render(text, README)));
  const here = await Promise.all(texts.map((text) => thread.render(text, README)));
  assert.deepEqual(there, here);
});

Deno.test("a text that takes too long is shown as it was written, and not tried again for a while", async () => {
  await using renderer = processes({ timeLimitMs: 0 });
  const slow = "|a".repeat(40_000) + "|\n" + "|-".repeat(40_000) + "|\n";
  const { html, keepMs } = await renderer.render(`<script>&"\n${slow}`, README);
  assertHarmless(html.replace(' class="as-written"', ""));
  assert.match(html, /^<p><em>Formatting this text took too long\./);
  assert.match(html, /<pre[^>]*>&lt;script&gt;&amp;&quot;\n\|a\|a/);
  assert.ok(keepMs! > 0);
});

Deno.test("of a text as long as a file may be, what is shown as written has the same bound", async () => {
  await using renderer = processes({ timeLimitMs: 0 });
  const { html } = await renderer.render("a".repeat(1_000_000), README);
  assert.ok(html.length < MOST_MARKDOWN_CHARACTERS + 500);
  assert.match(html, /The rest is too long to show\./);
});

Deno.test("texts beyond those that may wait are shown as written and may be asked for again at once", async () => {
  await using renderer = processes({ waiting: 1 });
  const texts = await Promise.all([1, 2, 3, 4].map((n) => renderer.render(`*${n}*`, README)));
  assert.deepEqual(texts.map(({ keepMs }) => keepMs), [undefined, undefined, undefined, 0]);
  assert.match(texts[3]!.html, /The server is busy.*\*4\*/s);
  assert.equal(texts[2]!.html, "<p><em>3</em></p>\n");
});

Deno.test("a text that waits for too long behind others is shown as written and may be asked for again at once", async () => {
  await using renderer = processes({ waitLimitMs: 0 });
  const texts = await Promise.all([1, 2, 3].map((n) => renderer.render(`*${n}*`, README)));
  assert.deepEqual(texts.map(({ keepMs }) => keepMs), [undefined, undefined, 0]);
  assert.match(texts[2]!.html, /The server is busy.*\*3\*/s);
});
