import assert from "node:assert/strict";
import fc from "fast-check";
import { hostileText } from "../testing/hostile_text.ts";
import { BODY_LIMIT, storedBody, storedDocument, storedText } from "./stored_text.ts";

Deno.test("stored text is kept but for NUL and half characters", () => {
  assert.equal(storedText("\u001b[31m<b>\0@x\ud800\u202e\r\n"), "\u001b[31m<b>@x\ufffd\u202e\r\n");
  fc.assert(fc.property(hostileText, (text) => {
    const stored = storedText(text);
    assert.ok(stored.isWellFormed() && !stored.includes("\0"));
    assert.equal(storedText(stored), stored);
    assert.equal(JSON.parse(JSON.stringify(stored)), stored);
  }));
});

Deno.test("a body is cut at the platform's limit, never through a character", () => {
  assert.deepEqual(storedBody(null), { body: null, bodyTruncated: false });
  const exact = "x".repeat(BODY_LIMIT);
  assert.deepEqual(storedBody(exact), { body: exact, bodyTruncated: false });
  const cut = storedBody("x".repeat(BODY_LIMIT - 1) + "😀😀");
  assert.deepEqual([cut.body?.length, cut.bodyTruncated], [BODY_LIMIT - 1, true]);
  assert.equal(storedBody(`${exact}y`).body?.length, BODY_LIMIT);
});

Deno.test("every text of a document is fit to be stored, whatever it is nested in", () => {
  const document = { a: "x\0", b: ["y\0", { c: "\ud800" }, null, 1, true] };
  assert.deepEqual(storedDocument(document), { a: "x", b: ["y", { c: "\ufffd" }, null, 1, true] });
});
