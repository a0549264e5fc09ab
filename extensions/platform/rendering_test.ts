import assert from "node:assert/strict";
import golden from "../testing/golden/hostile_text.json" with { type: "json" };
import { HOSTILE_TEXTS } from "../testing/hostile_text.ts";
import { htmlText } from "./html.ts";
import { markdownCode, markdownCodeBlock, markdownText } from "./markdown.ts";
import { slackText } from "./slack.ts";
import { storedText } from "./stored_text.ts";
import { terminalLine, terminalText } from "./terminal.ts";

/** Every place where a stranger's text is shown, and what makes it fit to be shown there. */
const TARGETS: Readonly<Record<string, (text: string) => string>> = {
  stored: storedText,
  terminal: terminalLine,
  "terminal, lines": terminalText,
  Markdown: markdownText,
  "Markdown code": (text) => markdownCode(text, "table"),
  HTML: htmlText,
  Slack: (text) => slackText(text),
};

const expected: Readonly<Record<string, Readonly<Record<string, string>>>> = golden;

for (const [name, text] of Object.entries(HOSTILE_TEXTS)) {
  Deno.test(`${name}: each place shows what was looked at once`, () => {
    const shown = Object.entries(TARGETS).map(([target, render]) => [target, render(text)]);
    assert.deepEqual(Object.fromEntries(shown), expected[name]);
  });
}

Deno.test("nothing was looked at that is not tried", () => {
  assert.deepEqual(Object.keys(golden), Object.keys(HOSTILE_TEXTS));
});

// A pattern that looks at the rest of the text from each of its characters would take hours here.
for (
  const piece of [
    "\u009d",
    "\u001b]",
    "\u001b[0",
    "\\",
    "`",
    "`a",
    "\n",
    "\n\nx",
    "@",
    "/",
    "www",
    "#",
    " ",
    "|",
  ]
) {
  Deno.test(`a megabyte of ${JSON.stringify(piece)} is rendered like any other text`, () => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length)) + "\nend";
    const all = { ...TARGETS, block: markdownCodeBlock };
    for (const [target, render] of Object.entries(all)) {
      assert.match(render(text).slice(-1_100_000), /end/, target);
    }
  });
}
