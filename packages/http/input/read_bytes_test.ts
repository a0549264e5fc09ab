import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { readBytes } from "./read_bytes.ts";

const post = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request(
    "http://127.0.0.1/",
    { method: "POST", body, headers, duplex: "half" } as RequestInit,
  );

/** A body that comes in these pieces, and then no end. */
const endless = (...pieces: string[]) =>
  new ReadableStream<Uint8Array>({
    start: (it) => pieces.forEach((piece) => it.enqueue(new TextEncoder().encode(piece))),
  });

const tooLarge = (error: unknown) => isSvcError(error) && error.code === "body_too_large";

Deno.test("a body is read to its last byte and not one more", async () => {
  assert.deepEqual(await readBytes(post("abc"), 3), new TextEncoder().encode("abc"));
  assert.equal((await readBytes(post(null), 3)).length, 0);
  await assert.rejects(readBytes(post("abcd"), 3), tooLarge);
});

Deno.test("a body that says it is too large is not read, one that is so is not read to its end", async () => {
  await assert.rejects(readBytes(post(endless(), { "content-length": "4" }), 3), tooLarge);
  await assert.rejects(readBytes(post(endless("ab", "cd")), 3), tooLarge);
});

Deno.test("a body that does not end is given up with the signal, with its reason", async () => {
  const controller = new AbortController();
  const reading = readBytes(post(endless("ab")), 3, controller.signal);
  controller.abort(new Error("no longer"));
  await assert.rejects(reading, /no longer/);
});
