import { equal, match, ok } from "node:assert/strict";
import { paintFor } from "../frame/paint.ts";
import { terminalMarkdown } from "./markdown.ts";

const plain = paintFor(false, false, () => undefined);
const shown = (markdown: string) => terminalMarkdown(markdown, plain);

for (
  const [what, markdown, text] of [
    ["a heading is a line of its own", "# Title\nText", "Title\n\nText"],
    ["paragraphs keep their lines", "one\ntwo\n\nthree", "one\ntwo\n\nthree"],
    ["a list has dashes", "* one\n* two", "- one\n- two"],
    ["a list counts from its first number", "3. one\n4. two", "3. one\n4. two"],
    ["a list in a list is set in", "- one\n  - two\n  - three", "- one\n  - two\n  - three"],
    ["a quote is marked on each line", "> one\n> two", "> one\n> two"],
    ["code stands as it was written", "```ts\nconst **a** = 1;\n```", "    const **a** = 1;"],
    ["a link stands with its address", "[docs](https://a.example/x)", "docs (https://a.example/x)"],
    [
      "an address that is its own label stands once",
      "<https://a.example/x>",
      "https://a.example/x",
    ],
    ["emphasis goes without marks", "a *b* **c** `d`", "a b c d"],
    ["HTML is text", "<b>x</b>", "<b>x</b>"],
    ["nothing is nothing", "", ""],
  ] as const
) {
  Deno.test(`Markdown on a terminal: ${what}`, () => equal(shown(markdown), text));
}

Deno.test("Markdown on a terminal: a table is in columns, and a long cell is cut", () => {
  const long = "x".repeat(200);
  const text = shown(`| Name | State |\n|---|---|\n| a | open |\n| longer | ${long} |`);
  const [head, first, second] = text.split("\n");
  equal(head, "Name    State");
  equal(first, "a       open");
  match(second!, /^longer {2}x{59}…$/);
});

Deno.test("Markdown on a terminal: headings and strong words are bold where there is colour", () => {
  const colour = paintFor(true, false, () => undefined);
  equal(terminalMarkdown("# T\n\na **b**", colour), "\x1b[1mT\x1b[22m\n\na \x1b[1mb\x1b[22m");
});

Deno.test("Markdown on a terminal: what moves the cursor is written out", () => {
  const text = shown("a\x1b[2Jb\u202e\n\n`\x1b]0;title\x07`\n\n| \x1b[1A |\n|---|\n| \x9b |");
  // deno-lint-ignore no-control-regex
  ok(!/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/.test(text), JSON.stringify(text));
});

Deno.test("Markdown on a terminal: deep and endless text ends", () => {
  for (
    const hostile of [
      ">".repeat(20_000),
      "- ".repeat(20_000),
      "[".repeat(50_000),
      "*a ".repeat(50_000),
    ]
  ) {
    ok(shown(hostile).length < 2_000_000);
  }
});

Deno.test("Markdown on a terminal: what keeps a number from becoming a link is not shown", () => {
  const breaks = "\\#\u200b12 @\u200bteam a\u200b@\u200bb http:/\u200b/x www\u200b.y GH\u200b-7";
  equal(shown(breaks), "#12 @team a@b http://x www.y GH-7");
  equal(shown("| Number |\n|---|\n| \\#\u200b12 |"), "Number\n#12");
});

Deno.test("Markdown on a terminal: any other invisible space is written out", () => {
  equal(shown("ad\u200bmin #\u200b\u200b1"), "ad\\u200bmin #\\u200b\\u200b1");
});

Deno.test("Markdown on a terminal: a table fits, its widest columns cut first", () => {
  const table = `| A | Title | Why |\n|---|---|---|\n| 1 | ${"t".repeat(50)} | ${"w".repeat(20)} |`;
  const lines = terminalMarkdown(table, plain, 50).split("\n");
  equal(lines[1], `1  ${"t".repeat(24)}…  ${"w".repeat(20)}`);
  ok(lines.every(({ length }) => length <= 50), lines.join("\n"));
  equal(terminalMarkdown(table, plain, 75).split("\n")[1]!.length, 75);
  ok(!terminalMarkdown(table, plain, 75).includes("…"));
});

Deno.test("Markdown on a terminal: a table of too many columns has a line for each cell", () => {
  const table = `| Name | Title | Why |\n|---|---|---|\n| a | ${"t".repeat(50)} | |\n| b | c | d |`;
  equal(
    terminalMarkdown(table, plain, 20),
    `Name  a\nTitle  ${"t".repeat(50)}\n\nName  b\nTitle  c\nWhy  d`,
  );
});
