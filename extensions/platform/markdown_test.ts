import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { HOSTILE_TEXTS, hostileText } from "../testing/hostile_text.ts";
import { withoutReferences } from "./invisible.ts";
import { markdownCode, markdownCodeBlock, markdownLink, markdownText } from "./markdown.ts";
import { terminalLine, terminalText } from "./terminal.ts";

/** A renderer that takes what it can for markup: HTML, addresses as they stand, tables. */
const renderer = new MarkdownIt({ html: true, linkify: true });
// Names of hosts without a scheme are no links in the Markdown that repositories show.
renderer.linkify.set({ fuzzyLink: false });

/** The tags that rendering makes, and the text that it shows. */
function rendered(markdown: string): { tags: string[]; text: string } {
  const html = renderer.render(markdown);
  const text = html.replace(/<[^>]*>/g, "").replaceAll("&lt;", "<").replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  return { tags: [...html.matchAll(/<(\/?\w+)/g)].map(([, tag]) => tag!), text: text.trimEnd() };
}

const GOLDEN: Readonly<Record<keyof typeof HOSTILE_TEXTS, string>> = {
  "colours of a terminal": "red",
  "a link of a terminal": "click",
  "a NUL and a backspace": "a b c",
  "a changed direction": "user gnp.exe",
  "HTML with a script":
    '\\<script\\>alert\\(1\\)\\</script\\>\\<img src=x onerror="alert\\(1\\)"\\>',
  "an attribute's end": `" onmouseover="alert\\(1\\)" x='`,
  "a Markdown image": "\\!\\[x\\]\\(https:/\u200b/evil.example/pixel.png\\)",
  "a Markdown link and a reference": "\\[a\\]\\(javascript:alert\\(1\\)\\) \\[b\\]\\[c\\]",
  "the end of a table's cell": "a \\| b \\\\\\| c",
  "a heading": "\\# big",
  "a list": "\\- a",
  "a numbered list": "1\\. a",
  "code": "\\`a\\` \\`\\`b\\`\\` \\`\\`\\`",
  "mentions": "@\u200beveryone @\u200boctocat a\u200b@\u200bexample.com",
  "mentions of a chat":
    "\\<\\!channel\\> \\<\\!here\\> \\<\u200b@\u200bU123\\> \\<https:/\u200b/evil.example\\|safe\\>",
  "addresses": "https:/\u200b/evil.example www\u200b.evil.example mailto\u200b:a\u200b@\u200bb.c",
  "numbers of issues": "\\#\u200b1 acme/x\\#\u200b2 GH\u200b-3",
  "an entity": "\\&lt;b\\&gt; \\&\\#\u200b64;everyone \\&amp;",
  "a formula": '\\=HYPERLINK\\("https:/\u200b/evil.example","x"\\)',
  "mathematics": "\\$\\\\href\\{javascript:alert\\(1\\)\\}\\{x\\}\\$",
  "several lines": "a \\# b ---",
};

for (const [name, text] of Object.entries(HOSTILE_TEXTS)) {
  Deno.test(`in Markdown, ${name} is text`, () => {
    assert.equal(markdownText(text), GOLDEN[name]);
  });
}

Deno.test("text shows itself and no more, in a paragraph, a list, a heading and a table", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const shown = withoutReferences(terminalLine(text));
      const markdown = markdownText(text);
      if (shown.trim() === "") return;
      assert.deepEqual(rendered(markdown), { tags: ["p", "/p"], text: shown });
      const places = rendered(`# ${markdown}\n\n- ${markdown}\n\n| ${markdown} | b |\n|--|--|\n`);
      assert.deepEqual(places.tags, [
        ...["h1", "/h1", "ul", "li", "/li", "/ul"],
        ...["table", "thead", "tr", "th", "/th", "th", "/th", "/tr", "/thead", "/table"],
      ]);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("code shows itself and no more, also in a table", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const line = terminalLine(text);
      fc.pre(line !== "");
      assert.deepEqual(rendered(`x ${markdownCode(text)}`), {
        tags: ["p", "code", "/code", "/p"],
        text: `x ${line}`,
      });
      const table = rendered(`| a | b |\n|--|--|\n| ${markdownCode(text, "table")} | c |\n`);
      assert.deepEqual(table.tags.slice(9), [
        ...["tbody", "tr", "td", "code", "/code", "/td", "td", "/td", "/tr", "/tbody", "/table"],
      ]);
    }),
    { numRuns: 2000 },
  );
  assert.equal(markdownCode("a|b\\|c", "table"), "`a\\|b\\¦c`");
});

Deno.test("a code block ends where it should, whatever fence stands in it", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const { tags, text: shown } = rendered(`${markdownCodeBlock(text)}\nafter\n`);
      assert.deepEqual(tags, ["pre", "code", "/code", "/pre", "p", "/p"]);
      const words = (code: string) => code.split(/\s+/).filter((word) => word !== "");
      assert.deepEqual(words(shown), [...words(terminalText(text)), "after"]);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("a link leads to https and nowhere else", () => {
  assert.equal(
    markdownLink("a]b", "https://h.example/x(y)?a=1&b=2"),
    "[a\\]b](https://h.example/x%28y%29?a=1&b=2)",
  );
  for (
    const address of ["javascript:alert(1)", "http://h", "data:,x", "//h", "https://u:p@h", ""]
  ) {
    assert.equal(markdownLink("x", address), "x");
  }
  fc.assert(fc.property(hostileText, hostileText, (text, path) => {
    const { tags } = rendered(`a ${markdownLink(`x${text}`, `https://h.example/${path}`)}`);
    assert.ok(["p,a,/a,/p", "p,/p"].includes(tags.join()), tags.join());
  }));
});
