import assert from "node:assert/strict";
import { hostileText } from "@svc/fakes/text";
import fc from "fast-check";
import { paintFor } from "./paint.ts";
import { foreignText, terminalText } from "./terminal_text.ts";

const paint = paintFor(true, false, () => undefined);

Deno.test("our own colours, line ends, tabs and other scripts stay", () => {
  for (const style of [paint.bold, paint.dim, paint.red, paint.green, paint.yellow]) {
    const text = `a\t${style("名前 é 🙂")}\n`;
    assert.equal(terminalText(text), text);
  }
});

Deno.test("what moves the cursor, rewrites a line, sets a title or turns the direction is left out", () => {
  const tricks = ["\x1b[2K", "\x1b[1A", "\r", "\b", "\x07", "\x9b2J", "\x1b]0;title\x07", "\u202e"];
  for (const trick of [...tricks, "\x1b]8;;http://x\x1b\\", "\x1b[8m", "\x1bc", "\x1b["]) {
    assert.equal(terminalText(`a${trick}`), "a", JSON.stringify(trick));
  }
});

Deno.test("text that others wrote keeps no colour either", () => {
  assert.equal(foreignText(`${paint.red("no")} \x1b[31;1mred\x1b[0m`), "no red");
});

Deno.test("no control is left in any text", () => {
  fc.assert(fc.property(hostileText, (text) => {
    assert.doesNotMatch(foreignText(text), /[^\P{Cc}\n\t]/u);
  }));
});
