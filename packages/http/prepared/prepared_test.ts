import assert from "node:assert/strict";
import { brotliDecompressSync } from "node:zlib";
import { compressorInThread } from "../testing/compressor_in_thread.ts";
import { threadedCompressor } from "./compressor.ts";
import { prepare, replyOf } from "./prepared.ts";

Deno.test("what sets a cookie, is for one reader, refuses or is long is not kept", async () => {
  const refused = [
    new Response("a", { headers: { "set-cookie": "a=b" } }),
    new Response("a", { headers: { "cache-control": "private, no-cache" } }),
    new Response("a", { headers: { "cache-control": "no-store" } }),
    new Response("a", { headers: { "content-encoding": "gzip" } }),
    new Response("a", { status: 404 }),
    new Response(null, { status: 302, headers: { location: "/" } }),
    new Response("x".repeat(1024 * 1024 + 1)),
  ];
  for (const response of refused) assert.equal(await prepare(response, {}), undefined);
  const secret = new Response(null, { status: 302, headers: { "set-cookie": "a=b" } });
  assert.equal(await prepare(secret, { counted: true }), undefined);
  assert.equal(await prepare(new Response("xxx"), { longest: 2 }), undefined);
});

Deno.test("an answer whose address is the credential says of copies what the response did", async () => {
  const headers = { "cache-control": "private, max-age=5" };
  const { forms } = (await prepare(new Response("a", { headers }), { bearer: true }))!;
  for (const { "cache-control": said, vary } of Object.values(forms.identity.headers)) {
    assert.deepEqual([said, vary], ["private, max-age=5", undefined]);
  }
});

Deno.test("an answer is as long as its head says, whatever bytes a file that is called a text holds", async () => {
  const odd = [[0xff, 0xfe, 0x80], [0xef, 0xbb, 0xbf, 0x61], [0xc3], [0xed, 0xa0, 0x80], [0]];
  for (const bytes of odd.map((one) => Uint8Array.from(one))) {
    const headers = { "content-type": "text/plain; charset=utf-8" };
    const answer = (await prepare(new Response(bytes, { headers }), {}))!;
    const request = { method: "GET", headers: new Headers() };
    const reply = replyOf(answer, request, compressorInThread(), "public");
    assert.deepEqual(await new Response(reply.body).bytes(), bytes);
    assert.equal(reply.headers["content-length"], String(bytes.length));
  }
});

Deno.test("texts are compressed in a thread of their own, which starts again when it has failed", async () => {
  const compressor = threadedCompressor();
  const text = new TextEncoder().encode("to and fro ".repeat(1000));
  const short = await compressor.compress(text, "br") as Uint8Array<ArrayBuffer>;
  assert.deepEqual(new Uint8Array(brotliDecompressSync(short)), text);
  const noise = crypto.getRandomValues(new Uint8Array(5000));
  assert.equal(await compressor.compress(noise, "gzip"), "no shorter");
  const many = Array.from({ length: 65 }, () => compressor.compress(text, "gzip"));
  assert.equal(await many[64], "busy");
  compressor.close();
  assert.deepEqual(new Set(await Promise.all(many)), new Set(["busy"]));
  assert.ok(await compressor.compress(text, "gzip") instanceof Uint8Array);
  compressor.close();
});
