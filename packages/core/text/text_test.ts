import assert from "node:assert/strict";
import { foldName } from "./fold.ts";
import { isOrdinaryLine, isOrdinaryText } from "./ordinary.ts";
import { nameProblem, textProblem, visibleName } from "./plain.ts";
import { visibleLine, visibleText } from "./visible.ts";

const ALIKE = [
  ["stra\u00dfe", "STRASSE", "strasse", "stra\u1e9ee"],
  ["k", "K", "\u212a"],
  ["s", "S", "\u017f"],
  ["\u00e9", "e\u0301", "\u00c9"],
  ["\u0130", "i", "I", "i\u0307", "\u0131"],
  ["\u03c3", "\u03c2", "\u03a3"],
  ["\ufb01x", "fix", "FIX"],
  ["\u00e5", "\u212b"],
  ["\uff41", "a"],
];
for (const names of ALIKE) {
  Deno.test(`${names.join(", ")} are one name on some file system`, () => {
    assert.equal(new Set(names.map(foldName)).size, 1);
  });
}

Deno.test("every letter folds like its upper and lower case and its normal forms", () => {
  for (let code = 0; code < 0x1ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const letter = String.fromCodePoint(code);
    const forms = [letter.toUpperCase(), letter.toLowerCase(), letter.normalize("NFD")];
    if (forms.every((form) => form === letter)) continue;
    for (const form of forms) {
      assert.equal(foldName(form), foldName(letter), `U+${code.toString(16)}`);
    }
  }
});

Deno.test("names that differ stay apart", () => {
  const names = ["a", "b", "e", "\u00e9", "ss", "s", "\u00fc", "u", "\u4e2d", "a b", "a-b", "1"];
  assert.equal(new Set(names.map(foldName)).size, names.length);
});

const UNSEEN: [what: string, character: string, shown: string][] = [
  ["an escape", "\x1b", "\\x1b"],
  ["a carriage return", "\r", "\\r"],
  ["a null", "\0", "\\x00"],
  ["a control of the second set", "\x9b", "\\x9b"],
  ["a right-to-left override", "\u202e", "\\u202e"],
  ["an isolate", "\u2066", "\\u2066"],
  ["a direction mark", "\u200f", "\\u200f"],
  ["an Arabic letter mark", "\u061c", "\\u061c"],
  ["a space of no width", "\u200b", "\\u200b"],
  ["a byte order mark", "\ufeff", "\\ufeff"],
  ["a soft hyphen", "\u00ad", "\\xad"],
  ["a line separator", "\u2028", "\\u2028"],
  ["a Hangul filler", "\u3164", "\\u3164"],
  ["a tag letter", "\u{e0041}", "\\u{e0041}"],
  ["half a character", "\ud800", "\\ud800"],
];
for (const [what, character, shown] of UNSEEN) {
  Deno.test(`${what} is written out in text, and refused in names and texts`, () => {
    assert.equal(visibleText(`a${character}b\n\t`), `a${shown}b\n\t`);
    assert.equal(visibleName(`a${character}b`), `a${shown}b`);
    assert.equal(visibleLine(`a${character}b\n\t`), `a${shown}b\\n\\t`);
    assert.match(nameProblem(`a${character}b`)!, /invisible/);
    assert.ok(textProblem(`a${character}b`)!.includes(shown));
  });
}

for (const [what, text] of [["a joiner", "\u200d"], ["a hard space", "\u00a0"], ["a line", "\n"]]) {
  Deno.test(`${what} may stand in text and in no name`, () => {
    assert.equal(visibleText(text!), text);
    assert.equal(textProblem(text!), undefined);
    assert.match(nameProblem(text!)!, /invisible/);
    assert.equal(nameProblem(visibleName(`a${text}b`)), undefined);
  });
}

Deno.test("letters of any script, marks, punctuation and emoji are seen", () => {
  for (const text of ["naïve café", "名前", "שלום", "नमस्ते", "a-b_c.d (1)", "🙂", "e\u0301"]) {
    assert.equal(nameProblem(text), undefined, text);
    assert.equal(visibleLine(text), text);
  }
});

Deno.test("a text is ordinary only where nothing in it would be written out or refused", () => {
  for (let code = 0; code <= 0xffff; code++) {
    const character = String.fromCharCode(code);
    // Beside a letter that is never ordinary, each is looked at in full.
    const looked = `\u4e2d${character}`;
    if (isOrdinaryLine(character)) assert.equal(nameProblem(looked), undefined, `U+${code}`);
    if (isOrdinaryText(character)) assert.equal(visibleText(looked), looked, `U+${code}`);
    if (isOrdinaryLine(character)) assert.equal(visibleLine(looked), looked, `U+${code}`);
  }
  assert.ok(isOrdinaryLine("It’s a “name” – naïve…") && !isOrdinaryLine("a\n"));
});
