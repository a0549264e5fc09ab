import assert from "node:assert/strict";
import { LINE } from "./line.ts";

Deno.test("a name holds one line and cannot turn the reading direction of what stands beside it", () => {
  for (const name of ["Acme", "Ünïcödé & Sons", "アクメ", "שלום", "شركة", "e\u0301"]) {
    assert.ok(LINE.safeParse(name).success, name);
  }
  for (const mark of ["\n", "\0", "\x1b", "\u202e", "\u2066", "\u200f", "\u2028"]) {
    assert.ok(!LINE.safeParse(`a${mark}b`).success, JSON.stringify(mark));
  }
});
