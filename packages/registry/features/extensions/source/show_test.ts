import assert from "node:assert/strict";
import { assertHarmless } from "../../../testing/web/harmless.ts";
import { HOSTILE_TEXT } from "../../../testing/web/hostile.ts";
import { showFile, type ShownText } from "./show.ts";

const encode = (text: string) => new TextEncoder().encode(text);

const show = async (path: string, bytes: Uint8Array, plain = false) =>
  (await showFile(path, { bytes, executable: false }, { plain })).shown;

const shownText = async (path: string, text: string, plain?: boolean) =>
  await show(path, encode(text), plain) as ShownText;

const words = (html: string) =>
  html.replaceAll(/<[^>]*>/g, "").replaceAll("&lt;", "<").replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"').replaceAll("&amp;", "&");

Deno.test("a source is coloured, each line where it was", async () => {
  const text = `/* begins\n   here */\nconst a = "<b>";\n${"let b = `${a}`;\n".repeat(120)}`;
  const { html, lines, hidden } = await shownText("models/a.ts", text);
  assert.deepEqual([lines, hidden], [123, 0]);
  assert.match(html, /<span class="t-keyword">const<\/span>/);
  assert.equal(words(html), text.slice(0, -1));
  assert.equal(words((await shownText("a.ts", text, true)).html), text.slice(0, -1));
  assert.doesNotMatch((await shownText("a.ts", text, true)).html, /<span/);
});

Deno.test("a text of very many characters that are not seen is not shown", async () => {
  assert.equal((await shownText("a.txt", "\u200b".repeat(5_000))).hidden, 5_000);
  assert.equal(await show("a.txt", encode("\u200b".repeat(5_001))), "large");
});

Deno.test("a comment goes on in the next part of a long file", async () => {
  const html = (await shownText("a.ts", `/*\n${"x\n".repeat(80)}*/\nconst a = 1;`)).html;
  assert.equal(html.split("t-comment").length - 1, 82);
});

for (const [name, text] of Object.entries(HOSTILE_TEXT)) {
  Deno.test(`a source cannot become markup: ${name}`, async () => {
    for (const path of ["a.ts", "a.txt", "a.json", "a.yaml"]) {
      // With a null it would be no text at all.
      assertHarmless((await shownText(path, text.replaceAll("\0", ""))).html);
    }
  });
}

Deno.test("characters that cannot be seen are written out, marked and counted", async () => {
  const { html, hidden } = await shownText("a.ts", "if (a) {} // \u202e\u2066 x\x1b[31m\r\n");
  assert.equal(hidden, 3);
  for (const written of ["\\u202e", "\\u2066", "\\x1b"]) {
    assert.ok(html.includes(`<span class="t-hidden">${written}</span>`), written);
  }
});

Deno.test("what is not text, or too much of it, is said and not shown", async () => {
  assert.equal(await show("a.png", new Uint8Array([1, 0, 2])), "binary");
  assert.equal(await show("a.ts", new Uint8Array([0x61, 0xff, 0xfe])), "binary");
  assert.equal(await show("a.bin", new Uint8Array(1_000_000)), "binary");
  assert.equal(await show("a.min.js", encode("a".repeat(1_000_000))), "large");
  assert.equal(await show("a.min.js", encode("a".repeat(130_000))), "large");
  assert.equal(await show("a.txt", encode("a\n".repeat(3_001))), "large");
});

Deno.test("a long line is shown, and an empty file has one line", async () => {
  assert.equal((await shownText("a.js", `a=1;`.repeat(20_000))).lines, 1);
  assert.deepEqual(await shownText("a.txt", ""), { html: "", lines: 1, hidden: 0 });
});
