import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { hostileText } from "../testing/hostile_text.ts";
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
    { numRuns: 1000 },
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
