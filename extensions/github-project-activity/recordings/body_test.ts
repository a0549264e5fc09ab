import assert from "node:assert/strict";
import { decodeBody, encodeBody, splitText } from "./body.ts";

Deno.test("every body gives its bytes again: text, NUL, a byte order mark, no UTF-8, nothing", () => {
  const bodies: [number[], string][] = [
    [[0x7b, 0x7d], "utf8"],
    [[...new TextEncoder().encode("é 😀 \u202e")], "utf8"],
    [[0xef, 0xbb, 0xbf, 0x7b, 0x7d], "utf8"],
    [[0x61, 0x00, 0x62], "base64"],
    [[0xff, 0xfe, 0x61], "base64"],
    [[0xed, 0xa0, 0x80], "base64"],
    [[], "utf8"],
  ];
  for (const [bytes, encoding] of bodies) {
    const encoded = encodeBody(Uint8Array.from(bytes));
    assert.equal(encoded.encoding, encoding, String(bytes));
    assert.deepEqual([...decodeBody(encoded)], bytes);
  }
});

Deno.test("a long text is split, never within a character, and joined gives itself", () => {
  for (const text of ["", "x", "😀".repeat(600_000), `x${"😀".repeat(600_000)}`]) {
    const parts = splitText(text);
    assert.equal(parts.join(""), text);
    assert.ok(parts.every((part) => part.isWellFormed() && part.length <= 512 * 1024));
  }
  assert.equal(splitText("x".repeat(512 * 1024)).length, 1);
  assert.equal(splitText("x".repeat(512 * 1024 + 1)).length, 2);
});
