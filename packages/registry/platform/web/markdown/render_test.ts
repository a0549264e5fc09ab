import assert from "node:assert/strict";
import fc from "fast-check";
import { MOST_MARKDOWN_CHARACTERS, renderMarkdown, type RenderOptions } from "./render.ts";
import { HOSTILE_MARKDOWN } from "../../../testing/web/hostile.ts";
import { assertHarmless } from "../../../testing/web/harmless.ts";

const README: RenderOptions = { idPrefix: "readme-", headingShift: 1 };

for (const [name, source] of Object.entries(HOSTILE_MARKDOWN)) {
  Deno.test(`a README cannot bring in markup or scripts: ${name}`, async () => {
    assertHarmless(await renderMarkdown(source, README));
  });
}

Deno.test("no markdown at all yields an element, attribute or address outside the allow-list", async () => {
  const piece = fc.constantFrom(
    ...Object.values(HOSTILE_MARKDOWN),
    ..."[]()<>!`\n#|\"'&\\ \t".split(""),
    "javascript:",
    "a",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
      assertHarmless(await renderMarkdown(pieces.join(""), README));
    }),
    { numRuns: 300 },
  );
});

Deno.test("links of strangers carry nofollow and noopener; those of the manual do not", async () => {
  const source = "[a](https://example.org/)";
  assert.match(
    await renderMarkdown(source, README),
    /<a href="https:\/\/example\.org\/" rel="nofollow noopener ugc">a<\/a>/,
  );
  assert.match(
    await renderMarkdown(source, { idPrefix: "", headingShift: 0, trusted: true }),
    /<a href="https:\/\/example\.org\/">a<\/a>/,
  );
});

Deno.test("no image is loaded: a remote one is a link that says what it is", async () => {
  const link = 'rel="nofollow noopener ugc"';
  for (
    const [source, html] of [
      [
        "![the *plan*](https://example.org/a.png 'title')",
        `<a href="https://example.org/a.png" ${link}>image: the plan</a>`,
      ],
      [
        "![](http://example.org/a.png)",
        `<a href="http://example.org/a.png" ${link}>image at example.org</a>`,
      ],
      [
        "![b][1]\n\n[1]: https://example.org/b",
        `<a href="https://example.org/b" ${link}>image: b</a>`,
      ],
      [
        "[![build](https://example.org/badge)](https://ci.example)",
        `<a href="https://ci.example" ${link}>build</a>`,
      ],
      [
        "[![](https://example.org/badge)](https://ci.example)",
        `<a href="https://ci.example" ${link}>image</a>`,
      ],
      ["![plan](a.png)", "plan"],
      ["![plan](//example.org/a.png)", "plan"],
      ["![plan](data:image/png;base64,AA==)", "plan"],
      ["![](a.png)", ""],
    ] as const
  ) {
    assert.equal(await renderMarkdown(source, README), `<p>${html}</p>\n`, source);
  }
});

Deno.test("headings move below the page's own and their ids cannot take the page's ids", async () => {
  const html = await renderMarkdown("# Score\n\n## Score\n\n[up](#score)", README);
  assert.match(html, /<h2 id="readme-score">Score<\/h2>/);
  assert.match(html, /<h3 id="readme-score-1">Score<\/h3>/);
  assert.match(html, /<a href="#readme-score">up<\/a>/);
});

Deno.test("code is coloured by classes, never by style attributes", async () => {
  const html = await renderMarkdown("```ts\nconst a = 'b'; // <c>\n```", README);
  assert.match(html, /<span class="t-keyword">const<\/span>/);
  assert.match(html, /&lt;c&gt;/);
  assert.doesNotMatch(html, /style=/);
});

Deno.test("code of an unknown language or beyond the bound stays plain and escaped", async () => {
  assert.match(await renderMarkdown("```cobol\n<x>\n```", README), /<code>&lt;x&gt;\n<\/code>/);
  const long = `const a = "${"b".repeat(20_001)}";`;
  assert.doesNotMatch(await renderMarkdown(`\`\`\`ts\n${long}\n\`\`\``, README), /<span/);
});

Deno.test("a document beyond the bound is cut, and says so", async () => {
  const html = await renderMarkdown("word ".repeat(MOST_MARKDOWN_CHARACTERS / 5 + 1), README);
  assert.match(html, /The rest is too long to show\./);
});

Deno.test("a relative link leads where its resolver says, or nowhere", async () => {
  assert.match(await renderMarkdown("[a](b.md)", README), /<a>a<\/a>/);
  assert.match(
    await renderMarkdown("[a](b.md)", { ...README, place: { root: "/docs/", folder: "" } }),
    /<a href="\/docs\/b">a<\/a>/,
  );
});

Deno.test("comments that begin and never end are looked through once", async () => {
  // How often a line was looked at for the end of a comment.
  let looks = 0;
  const { trimEnd } = String.prototype;
  String.prototype.trimEnd = function () {
    looks += 1;
    return trimEnd.call(this);
  };
  try {
    await renderMarkdown("<!-- \n".repeat(2_000), README);
  } finally {
    String.prototype.trimEnd = trimEnd;
  }
  assert.ok(looks >= 2_000 && looks < 8_000, `${looks} looks at 2,000 lines`);
});

Deno.test("an open comment in a quote does not hide the end of one after it", async () => {
  assert.equal(
    await renderMarkdown("> <!-- open\n\n<!-- a\n\n> b\n-->\n\nc", README),
    "<blockquote>\n<p>&lt;!-- open</p>\n</blockquote>\n<p>c</p>\n",
  );
});

Deno.test("a comment between blocks is not text; an open one stays text", async () => {
  assert.equal(
    await renderMarkdown("<!-- made by\n a tool -->\n\ntext", README),
    "<p>text</p>\n",
  );
  assert.equal(await renderMarkdown("<!-- open", README), "<p>&lt;!-- open</p>\n");
});
