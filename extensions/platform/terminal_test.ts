import assert from "node:assert/strict";
import fc from "fast-check";
import { terminalLine, terminalText } from "./terminal.ts";

for (
  const [name, text, line] of [
    ["colours", "\u001b[1;31mred\u001b[0m", "red"],
    ["a link", "\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007", "click"],
    ["a window title", "\u001b]0;title\u001b\\x", "x"],
    ["a C1 sequence", "\u009b31mred", "red"],
    ["an unfinished sequence", "a\u001b]0;b", "a0;b"],
    ["a NUL and a backspace", "a\0b\bc", "a b c"],
    ["a carriage return", "safe\rEVIL", "safe EVIL"],
    ["changed direction", "a\u202eb\u2066c", "a b c"],
    ["a hidden line end", "a\u2028b", "a b"],
    ["half a character", "a\ud800b", "a b"],
    ["a whole character", "a😀é漢", "a😀é漢"],
  ] as const
) {
  Deno.test(`${name}: a line for a terminal is ${JSON.stringify(line)}`, () => {
    assert.equal(terminalLine(text), line);
  });
}

Deno.test("text keeps its lines and tabs", () => {
  assert.equal(terminalText("a\r\nb\rc\td\u001b[2J\n"), "a\nb\nc\td\n");
});

/** Strings made to hold escape sequences and controls. */
const hostile = fc.array(
  fc.constantFrom(
    "\u001b",
    "[",
    "]",
    "8;;",
    "31m",
    "\u0007",
    "\\",
    "\u009c",
    "\u009b",
    "a",
    "\n",
    "\r",
    "\u202e",
    "\ud83d",
    "\ude00",
    " ",
    "\u0090",
    "X",
  ),
  { maxLength: 20 },
).map((parts) => parts.join(""));

Deno.test("no control is left and a second pass changes nothing", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const line = terminalLine(text);
      assert.doesNotMatch(line, /[\p{Cc}\u202e]/u);
      assert.equal(terminalLine(line), line);
      assert.ok(line.isWellFormed());
      assert.equal(terminalText(terminalText(text)), terminalText(text));
    }),
    { numRuns: 2000 },
  );
});
