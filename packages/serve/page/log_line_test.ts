import assert from "node:assert/strict";
import fc from "fast-check";
import { parts, plain } from "./ansi.ts";
import { lineHtml, searchFor, shortLine } from "./log_line.ts";

const E = "\x1b";

Deno.test("colours of a line become classes, and nothing else that a terminal would do is left", async () => {
  const table: [line: string, html: string][] = [
    ["plain <b>&\"'", "plain &lt;b&gt;&amp;&quot;&#39;"],
    [`${E}[31mred${E}[0m not`, '<span class="ansi-red">red</span> not'],
    [
      `${E}[1;92mbold${E}[22m green${E}[39m.`,
      '<span class="ansi-green ansi-bold">bold</span><span class="ansi-green"> green</span>.',
    ],
    [
      `${E}[38;5;196mx${E}[38;2;0;0;255my${E}[38:5:2mz`,
      '<span class="ansi-red">x</span><span class="ansi-blue">y</span><span class="ansi-green">z</span>',
    ],
    [`${E}[41;37mno ground${E}[m`, '<span class="ansi-white">no ground</span>'],
    [`${E}[31m<script>${E}[0m`, '<span class="ansi-red">&lt;script&gt;</span>'],
    [`a${E}[2J${E}[1;1H${E}[?25l${E}[10Ab`, "ab"],
    [`${E}]8;;https://evil.example/${E}\\link${E}]8;;${E}\\`, "link"],
    [`${E}]0;title\x07text`, "text"],
    [`${E}]52;c;never ends`, ""],
    [`${E}P payload ${E}\\x${E}c${E}(By`, "xy"],
    ["\x9b31mx\x9d0;y\x9cz", "xz"],
    ["a\r\x08\x00\x7fb\tc", "ab\tc"],
    ["turn \u202eback", "turn \\u202eback"],
    [`${E}[99999999999999999999999mx`, "x"],
    [`${E}["><img src=x>`, "&quot;&gt;&lt;img src=x&gt;"],
    [E, ""],
  ];
  for (const [line, html] of table) {
    assert.equal(String(await lineHtml(line)), `<span>${html}\n</span>`, JSON.stringify(line));
  }
});

Deno.test("whatever a method prints, its line is one element of text in known colours", async () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(E, "[", "]", "m", "31", ";", "<", ">", "&", '"', "\x07", "\x9b", "38;5;"),
  );
  await fc.assert(fc.asyncProperty(fc.array(piece), async (pieces) => {
    const line = pieces.join("").replaceAll("\n", "");
    const html = String(await lineHtml(line));
    const inside = html.slice("<span>".length, -"</span>".length)
      .replaceAll(/<span class="(?:ansi-[a-z]+ ?)+">|<\/span>/g, "");
    for (const wrong of ["<", ">", E]) assert.ok(!inside.includes(wrong), wrong);
    assert.equal(parts(line).map(({ text }) => text).join(""), plain(line));
  }));
});

Deno.test("a hostile line of a megabyte costs no more than its length, and is cut", () => {
  const million = 1_000_000;
  for (
    const unit of [
      `${E}[`,
      `${E}]`,
      `${E}[1;`,
      `${E}[31m`,
      `${E}P`,
      "\x9b;",
      `${E}[;;;;;;;;;;;;;;;;`,
      "x",
    ]
  ) {
    const line = unit.repeat(Math.ceil(million / unit.length));
    assert.ok(plain(line).length <= line.length);
    assert.ok(parts(line).length <= line.length);
    const short = shortLine(line);
    assert.ok(short.length < 10_100);
    assert.match(short, /… \(\d+ more characters\)$/);
  }
});

Deno.test("what is looked for is marked wherever colours begin and end, whatever its case", async () => {
  const marked = async (text: string, line: string) => String(await searchFor(text).marked(line));
  assert.equal(
    await marked("ERROR", `an ${E}[31mer${E}[1mror${E}[0m here, Error`),
    '<span>an <span class="ansi-red"><mark>er</mark></span><span class="ansi-red ansi-bold"><mark>ror</mark></span> here, <mark>Error</mark>\n</span>',
  );
  assert.equal(
    await marked("<b", "<b><b>"),
    "<span><mark>&lt;b</mark>&gt;<mark>&lt;b</mark>&gt;\n</span>",
  );
  assert.equal(await marked(".*", "a.*b"), "<span>a<mark>.*</mark>b\n</span>");
  assert.equal(searchFor("[31m").isIn(`${E}[31mred`), false);
  assert.equal(searchFor("RED").isIn(`${E}[31mr${E}[0med`), true);
});
