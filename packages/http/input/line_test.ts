import assert from "node:assert/strict";
import { LINE, TEXT } from "./line.ts";

Deno.test("a name holds one line and cannot turn the reading direction of what stands beside it", () => {
  for (const name of ["Acme", "Ünïcödé & Sons", "アクメ", "שלום", "شركة", "e\u0301"]) {
    assert.ok(LINE.safeParse(name).success, name);
  }
  for (const mark of ["\n", "\0", "\x1b", "\u202e", "\u2066", "\u200f", "\u2028"]) {
    assert.ok(!LINE.safeParse(`a${mark}b`).success, JSON.stringify(mark));
  }
});

Deno.test("a line is without the characters of these classes, and a text without control characters", () => {
  const refused = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;
  for (let unit = 0; unit < 0x10000; unit++) {
    const text = `a${String.fromCharCode(unit)}b`;
    assert.equal(LINE.safeParse(text).success, !refused.test(text), unit.toString(16));
    const control = /\p{Cc}/u.test(text) && !/[\t\r\n]/.test(text);
    assert.equal(TEXT.safeParse(text).success, !control, unit.toString(16));
  }
});
