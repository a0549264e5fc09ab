import assert from "node:assert/strict";
import { createProse, type ProseOptions } from "./prose.ts";
import type { RenderOptions } from "./render.ts";
import type { RenderedText } from "./renderer.ts";
import type { SafeHtml } from "./safe_html.ts";

const README: RenderOptions = { idPrefix: "readme-", headingShift: 1 };

/** Prose over a renderer that counts, and waits for `gate` when there is one. */
function counting(options: ProseOptions = {}, of: Partial<RenderedText> = {}) {
  const rendered: string[] = [];
  const gate = { open: Promise.resolve() };
  const prose = createProse({
    async render(source) {
      rendered.push(source);
      await gate.open;
      return { html: source as SafeHtml, ...of };
    },
    close: () => Promise.resolve(),
  }, options);
  return { prose, rendered, gate };
}

Deno.test("a text is rendered once, also for those who ask at the same time", async () => {
  const { prose, rendered } = counting();
  assert.deepEqual(await Promise.all([prose.of("a", README), prose.of("a", README)]), ["a", "a"]);
  assert.equal(await prose.of("a", README), "a");
  assert.deepEqual(rendered, ["a"]);
});

Deno.test("the same text in another place of a page is another document", async () => {
  const { prose, rendered } = counting();
  await prose.of("a", README);
  await prose.of("a", { ...README, idPrefix: "notes-" });
  assert.deepEqual(rendered, ["a", "a"]);
});

Deno.test("the least recently used text goes when the memory is full", async () => {
  const { prose, rendered } = counting({ mostCharacters: 10 });
  for (const text of ["aaaa", "bbbb", "aaaa", "cccc", "aaaa", "bbbb"]) await prose.of(text, README);
  assert.deepEqual(rendered, ["aaaa", "bbbb", "cccc", "bbbb"]);
});

Deno.test("who asked gets the text although there is no room for it, or others came meanwhile", async () => {
  const { prose, gate } = counting({ mostCharacters: 10 });
  const opened = Promise.withResolvers<void>();
  gate.open = opened.promise;
  const slow = prose.of("slow", README);
  gate.open = Promise.resolve();
  for (let n = 0; n < 50; n++) await prose.of(`text ${n}`, README);
  opened.resolve();
  assert.equal(await slow, "slow");
  assert.equal(await prose.of("x".repeat(100), README), "x".repeat(100));
});

Deno.test("a text that the server was too busy for is tried again at once, an impossible one is not", async () => {
  const busy = counting({}, { keepMs: 0 });
  await busy.prose.of("a", README);
  const before = performance.now();
  while (performance.now() <= before + 2);
  await busy.prose.of("a", README);
  assert.equal(busy.rendered.length, 2);
  const impossible = counting({}, { keepMs: 3_600_000 });
  await impossible.prose.of("a", README);
  await impossible.prose.of("a", README);
  assert.equal(impossible.rendered.length, 1);
});

Deno.test("texts beyond the time of their page are shown as they were written, unless they are known", async () => {
  const { prose, rendered } = counting({ pageBudgetMs: -1 });
  await prose.of("known", README);
  const [known, late] = await prose.all(["known", "a <b>"], README);
  assert.equal(known, "known");
  assert.match(late!, /The server is busy.*<pre[^>]*>a &lt;b&gt;<\/pre>/s);
  assert.deepEqual(rendered, ["known"]);
});
