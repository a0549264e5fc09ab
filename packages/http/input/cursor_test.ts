import assert from "node:assert/strict";
import fc from "fast-check";
import { readCursor, writeCursor } from "./cursor.ts";

Deno.test("a cursor reads back as the place it was written for", () => {
  fc.assert(fc.property(
    fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }),
    fc.uuid(),
    (date, id) => {
      const place = { at: date.toISOString(), id };
      assert.deepEqual(readCursor(writeCursor(place)), place);
    },
  ));
});

Deno.test("a cursor the server did not hand out is refused as 400, never as a bug", () => {
  fc.assert(fc.property(fc.string(), (text) => {
    assert.throws(() => readCursor(text), { name: "SvcError", code: "validation_failed" });
  }));
});
