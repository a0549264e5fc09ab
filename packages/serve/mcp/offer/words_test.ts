import { equal, ok } from "node:assert/strict";
import { isPlain, plainLines, plainWords } from "./words.ts";

Deno.test("what nobody sees is written out or gone, and nothing looks like markup or a second line", () => {
  equal(plainWords("  a\r\n\tb  ", 80), "a b");
  equal(plainWords("<tool>x</tool>", 80), "‹tool›x‹/tool›");
  equal(plainWords("a\u200bb\u202ec\u{e0061}d\u001be", 80), "a\\u200bb\\u202ec\\u{e0061}d\\x1be");
  equal(plainWords(`a${"\u{fe01}\u{fe0f}".repeat(50)}b`, 80), "ab");
});

Deno.test("a text is cut between characters, also one of a megabyte", () => {
  equal(plainWords("😀".repeat(1_000_000), 3), "😀😀…");
  equal(plainWords("abc", 3), "abc");
  equal(plainWords("abcd", 3), "ab…");
  ok(Array.from(plainLines("a\n".repeat(1_000_000), 100)).length <= 100);
});

Deno.test("only a text that stays as it is is plain", () => {
  equal(isPlain("open", 10), true);
  for (const text of ["a\nb", " a", "<a>", "a\u200b", "x".repeat(11)]) {
    equal(isPlain(text, 10), false);
  }
});
