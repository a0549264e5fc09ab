import assert from "node:assert/strict";
import fc from "fast-check";
import { readCursor, writeCursor } from "./cursor.ts";

Deno.test("what is written is read again", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" })), (place) => {
      assert.deepEqual(readCursor(writeCursor(place), place.length), place);
    }),
  );
});

Deno.test("any other text is refused as a cursor, never as a failure", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      assert.throws(() => readCursor(text, 2), { code: "validation_failed" });
    }),
  );
  for (const value of [{}, [1, 2], ["a"], ["a", "b", "c"], null, "ab"]) {
    const text = writeCursor(value as string[]);
    assert.throws(() => readCursor(text, 2), { code: "validation_failed" });
  }
});
