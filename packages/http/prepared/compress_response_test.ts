import assert from "node:assert/strict";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { compressorInThread } from "../testing/compressor_in_thread.ts";
import { compressResponse } from "./compress_response.ts";

const TEXT = "to and fro ".repeat(1000);
const HTML = { "content-type": "text/html; charset=utf-8", "cache-control": "private, no-cache" };
const OWN = { cookie: "session=1", "sec-fetch-site": "same-origin" };

interface Case {
  what: string;
  method?: string;
  /** Of the request; `accept-encoding` is `gzip, br` unless it is here. */
  sent?: Record<string, string>;
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  encoding: "br" | "gzip" | null;
}

const CASES: readonly Case[] = [
  { what: "a text for a stranger", encoding: "br" },
  { what: "one for who takes gzip alone", sent: { "accept-encoding": "gzip" }, encoding: "gzip" },
  { what: "one for who takes neither", sent: { "accept-encoding": "identity" }, encoding: null },
  { what: "a refusal", status: 404, encoding: "br" },
  { what: "a page for who is signed in and came from here", sent: OWN, encoding: "br" },
  {
    what: "a page for who is signed in and typed the address",
    sent: { ...OWN, "sec-fetch-site": "none" },
    encoding: "br",
  },
  {
    what: "a page that another site had their browser ask for",
    sent: { ...OWN, "sec-fetch-site": "cross-site" },
    encoding: null,
  },
  {
    what: "a page that another host of the domain had it ask for",
    sent: { ...OWN, "sec-fetch-site": "same-site" },
    encoding: null,
  },
  {
    what: "a page for a browser that does not say where it comes from",
    sent: { cookie: "a=b" },
    encoding: null,
  },
  {
    what: "a page that shows a secret",
    sent: OWN,
    headers: { ...HTML, "cache-control": "no-store" },
    encoding: null,
  },
  {
    what: "JSON for a key, which no browser adds by itself",
    sent: { authorization: "Bearer x" },
    headers: { "content-type": "application/json", "cache-control": "no-store" },
    encoding: "br",
  },
  { what: "a short text", body: "x".repeat(1199), encoding: null },
  { what: "the shortest that pays", body: "x".repeat(1200), encoding: "br" },
  { what: "an archive", headers: { "content-type": "application/gzip" }, encoding: null },
  { what: "events", headers: { "content-type": "text/event-stream" }, encoding: null },
  { what: "a text with a tag of its own", headers: { ...HTML, etag: '"a"' }, encoding: null },
  {
    what: "a part of a text",
    headers: { ...HTML, "content-range": "bytes 0-9/10" },
    encoding: null,
  },
];

for (const { what, method = "GET", sent, status = 200, headers = HTML, body, encoding } of CASES) {
  Deno.test(`${what} is ${encoding === null ? "sent as it is" : `compressed: ${encoding}`}`, async () => {
    const request = new Request("http://localhost/", {
      method,
      headers: { "accept-encoding": "gzip, br", ...sent },
    });
    const text = body ?? TEXT;
    const made = new Response(text, { status, headers });
    const answer = await compressResponse(request, made, compressorInThread());
    assert.deepEqual([answer.status, answer.headers.get("content-encoding")], [status, encoding]);
    assert.equal(answer.headers.get("content-type"), headers["content-type"]);
    const bytes = await answer.bytes();
    const plain = encoding === "br"
      ? brotliDecompressSync(bytes)
      : encoding === "gzip"
      ? gunzipSync(bytes)
      : bytes;
    assert.equal(new TextDecoder().decode(plain), text);
    if (encoding !== null) {
      assert.ok(bytes.length < text.length);
      assert.match(answer.headers.get("vary")!, /accept-encoding/);
    }
  });
}

Deno.test("what cannot be compressed now is sent as it is", async () => {
  const busy = { compress: () => Promise.resolve("busy" as const), close() {} };
  const request = new Request("http://localhost/", { headers: { "accept-encoding": "br" } });
  const answer = await compressResponse(request, new Response(TEXT, { headers: HTML }), busy);
  assert.deepEqual([answer.headers.get("content-encoding"), await answer.text()], [null, TEXT]);
  const head = new Request("http://localhost/", { method: "HEAD", headers: request.headers });
  const none = await compressResponse(head, new Response(null, { headers: HTML }), busy);
  assert.equal(none.headers.get("content-encoding"), null);
});
