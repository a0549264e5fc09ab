import assert from "node:assert/strict";
import { hostileText } from "@svc/fakes/text";
import fc from "fast-check";
import { boundedText } from "./text.ts";

const encoder = new TextEncoder();

Deno.test("text up to the bound is whole, however it was cut into parts", async () => {
  const parts = fc.array(hostileText.map((part) => part.toWellFormed()));
  await fc.assert(fc.asyncProperty(parts, fc.nat(20), async (texts, spare) => {
    const bytes = encoder.encode(texts.join(""));
    const cut = () => {
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      for (let at = 0; at < bytes.length; at += 3) pieces.push(bytes.slice(at, at + 3));
      return ReadableStream.from(pieces);
    };
    // A byte order mark at the beginning is not part of the text.
    const expected = new TextDecoder().decode(bytes);
    assert.equal(await boundedText(cut(), bytes.length + spare), expected);
    if (bytes.length > 0) assert.equal(await boundedText(cut(), bytes.length - 1), undefined);
  }));
});

Deno.test("a stream without end is cancelled at the bound", async () => {
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(new Uint8Array(10)),
    cancel: () => void (cancelled = true),
  });
  assert.equal(await boundedText(endless, 95), undefined);
  assert.ok(cancelled);
});

Deno.test("no stream is not text", async () => {
  assert.equal(await boundedText(null, 0), "");
});
