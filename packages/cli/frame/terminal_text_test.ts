import assert from "node:assert/strict";
import fc from "fast-check";
import { paintFor } from "./paint.ts";
import {
  blockText,
  lineText,
  messageText,
  quotedText,
  singleLines,
  terminalText,
  visibleJson,
} from "./terminal_text.ts";

const paint = paintFor(true, false, () => undefined);

/** Texts of hostile pieces and plain ones. */
const foreign = fc.array(
  fc.constantFrom(
    ...["\x1b[2K", "\x1b[1A", "\r", "\r\n", "\n", "\b", "\x07", "\x9b2J", "\x1b]0;title\x07"],
    ...["\u202e", "\u2066", "\u200b", "\u2028", "\ufeff", "\0", "\t", "error: ", "hint: ", "  "],
    ...["\x1b[31m", "\x1b[8m", "a", "é", "名", "🙂", "|", '"', "\\"],
  ),
  { maxLength: 12 },
).map((parts) => parts.join(""));

const UNSEEN = /[\p{Cc}\u200b\u2028\u202e\u2066\ufeff]/u;

Deno.test("our own colours, line ends, tabs and other scripts stay", () => {
  for (const style of [paint.bold, paint.dim, paint.red, paint.green, paint.yellow]) {
    const text = `a\t${style("名前 é 🙂")}\n`;
    assert.equal(terminalText(text), text);
  }
});

for (
  const [trick, shown] of [
    ["\x1b[2K", "\\x1b[2K"],
    ["\x1b[1A", "\\x1b[1A"],
    ["\r", "\\r"],
    ["\b", "\\x08"],
    ["\x9b2J", "\\x9b2J"],
    ["\x1b]0;title\x07", "\\x1b]0;title\\x07"],
    ["\x1b]8;;http://x\x1b\\", "\\x1b]8;;http://x\\x1b\\"],
    ["\x1b[8m", "\\x1b[8m"],
    ["\u202e", "\\u202e"],
    ["\u200b", "\\u200b"],
  ] as const
) {
  Deno.test(`${shown} is written out rather than done`, () => {
    assert.equal(terminalText(`a${trick}`), `a${shown}`);
  });
}

Deno.test("a line end of Windows is a line end", () => {
  assert.equal(terminalText("a\r\nb"), "a\nb");
});

Deno.test("of a message with foreign parts, no line but the first begins where ours begin", () => {
  fc.assert(fc.property(foreign, (text) => {
    const lines = messageText(`warning: ${text}`).split("\n");
    assert.ok(lines.slice(1).every((line) => line.startsWith("  ")));
  }));
});

Deno.test("each line that a method logs is marked, without colours and controls", () => {
  assert.equal(
    quotedText(`${paint.red("no")} \x1b[31;1mred\x1b[0m\nerror: x`),
    "| no red\n| error: x",
  );
  fc.assert(fc.property(foreign, (text) => {
    for (const line of quotedText(text).split("\n")) {
      assert.ok(line.startsWith("|"));
      assert.doesNotMatch(line.replaceAll("\t", ""), UNSEEN);
    }
  }));
});

Deno.test("a block of foreign text is set in", () => {
  fc.assert(fc.property(foreign, (text) => {
    for (const line of blockText(text).split("\n")) assert.match(line, /^(?: {2}|$)/);
  }));
});

Deno.test("foreign text on one line is one line without controls", () => {
  assert.equal(lineText("  a \r\n\n b\n"), "a b");
  assert.equal(lineText("  a"), "  a");
  fc.assert(fc.property(foreign, (text) => assert.doesNotMatch(lineText(text), UNSEEN)));
});

Deno.test("every text and name of a result is put on one line, but for those kept whole", () => {
  const instant = new Date(0);
  assert.deepEqual(
    singleLines({ a: ["x\ny", { "k\nl": "\x1b" }], n: 1, no: null, body: ["a\nb"], instant }, [
      "body",
    ]),
    { a: ["x y", { "k l": "\\x1b" }], n: 1, no: null, body: ["a\nb"], instant },
  );
});

Deno.test("JSON means the same and shows no control", () => {
  fc.assert(fc.property(foreign, (text) => {
    const json = visibleJson(JSON.stringify({ [text]: [text] }, null, 2));
    assert.deepEqual(JSON.parse(json), { [text]: [text] });
    assert.doesNotMatch(json.replaceAll("\n", ""), UNSEEN);
  }));
});
