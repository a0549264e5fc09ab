import assert from "node:assert/strict";
import fc from "fast-check";
import { countCodeBlocks } from "./readme.ts";

/** Texts and the fenced code blocks they have, after the examples of CommonMark 0.31, section 4.5. */
const EXAMPLES: [what: string, markdown: string, count: number][] = [
  ["backticks", "```\n<\n >\n```", 1],
  ["tildes", "~~~\n<\n >\n~~~", 1],
  ["two backticks are inline code", "``\nfoo\n``", 0],
  ["tildes do not close backticks", "```\naaa\n~~~\nbbb\n```", 1],
  ["backticks do not close tildes", "~~~\naaa\n```\nbbb\n~~~", 1],
  ["a shorter fence does not close", "````\naaa\n```\n``````", 1],
  ["unclosed, to the end of the text", "```", 1],
  ["unclosed, and another fence inside", "`````\n\n```\naaa", 1],
  ["unclosed, to the end of the quote", "> ```\n> aaa\n\nbbb", 1],
  ["unclosed, to the end of the list item", "- ```\n  aaa\n\nbbb", 1],
  ["only blank lines inside", "```\n\n  \n```", 1],
  ["nothing inside", "```\n```", 1],
  ["indented by one", " ```\n aaa\naaa\n```", 1],
  ["indented by three", "   ```\n   aaa\n  ```", 1],
  ["indented by four is code of another kind", "    ```\n    aaa\n    ```", 0],
  ["a closing fence indented by four closes nothing", "```\naaa\n    ```", 1],
  ["inline code is none", "``` ```\naaa", 0],
  ["a closing fence has no info string", "~~~~~~\naaa\n~~~ ~~", 1],
  ["between paragraphs", "foo\n```\nbar\n```\nbaz", 1],
  ["after a heading", "foo\n---\n~~~\nbar\n~~~\n# baz", 1],
  ["an info string", "```ruby\ndef foo(x)\n  return 3\nend\n```", 1],
  ["an info string of many words", "~~~~    ruby startline=3 $%@#$\ndef\n~~~~~~~", 1],
  ["an info string that is not a word", "````;\n````", 1],
  ["a name with signs", '```c++\nint a;\n```\n```ts title="x"\nconst a = 1;\n```', 2],
  ["backticks have no place in the info string of backticks", "``` aa ```\nfoo", 0],
  ["they have in that of tildes", "~~~ aa ``` ~~~\nfoo\n~~~", 1],
  ["in a quote", "> ```\n> a\n> ```", 1],
  ["in a list", "1. one\n\n   ```sh\n   run\n   ```\n2. two\n\n   ~~~\n   run\n   ~~~", 2],
  ["in a list in a quote", "> - ```\n>   a\n>   ```", 1],
  ["in a comment", "<!--\n```\na\n```\n-->", 0],
  ["with carriage returns", "```\r\na\r\n```\r\n~~~\r\nb\r\n~~~\r\n", 2],
];

for (const [what, markdown, count] of EXAMPLES) {
  Deno.test(`code blocks: ${what}: ${count} (CommonMark 4.5)`, () => {
    assert.equal(countCodeBlocks(markdown), count);
  });
}

/** A fenced block whose content looks like fences, without ever closing it. */
const block = fc.record({
  mark: fc.constantFrom("`", "~"),
  length: fc.integer({ min: 3, max: 5 }),
  indent: fc.constantFrom("", " ", "   "),
  info: fc.constantFrom("", "ts", " c++ title=1"),
  content: fc.array(fc.constantFrom("", "a", "    ```", "``", "~~", "- b"), { maxLength: 3 }),
}).map(({ mark, length, indent, info, content }) => {
  const other = (mark === "`" ? "~" : "`").repeat(length);
  const shorter = mark.repeat(length - 1);
  return [
    `${indent}${mark.repeat(length)}${info}`,
    ...content,
    other,
    shorter,
    `${indent}${mark.repeat(length)}`,
  ];
});
const container = fc.constantFrom(
  (lines: string[]) => lines,
  (lines: string[]) => lines.map((line) => `> ${line}`),
  (lines: string[]) => ["- item", "", ...lines.map((line) => `  ${line}`)],
);

Deno.test("code blocks: as many as were written are counted, whatever they hold and what holds them", () => {
  fc.assert(fc.property(fc.array(fc.tuple(block, container, container)), (blocks) => {
    const parts = blocks.map(([lines, inner, outer]) => outer(inner(lines)).join("\n"));
    assert.equal(countCodeBlocks(parts.join("\n\ntext\n\n")), blocks.length);
  }));
});

Deno.test("code blocks: a README made to stall a parser is counted all the same", () => {
  const filled = (piece: string) => piece.repeat(Math.floor(1_000_000 / piece.length));
  for (
    const [piece, count] of [["\n", 0], ["```\n", 125_000], ["> ", 0], ["[a\n", 0], ["[a]: '\n", 0]]
      .concat([["<!-- ", 0], ["- ```\n", 166_666], ["`", 1], ["> ```\n\n", 142_857]]) as [
        string,
        number,
      ][]
  ) {
    assert.equal(countCodeBlocks(filled(piece)), count, piece);
  }
  const stairs = Array.from({ length: 1400 }, (_, at) => `${" ".repeat(at % 700)}- a\n`).join("");
  assert.equal(countCodeBlocks(stairs), 0);
});
