import assert from "node:assert/strict";
import { assertNotForeign } from "@svc/http/input";
import { trustedOrigins } from "./origin.ts";

const TRUSTED = trustedOrigins("https://club.example");

function request(method: string, headers: Record<string, string>): Request {
  return new Request("https://club.example/api/v1/collectives/create", { method, headers });
}

Deno.test("a changing request from another site is refused", () => {
  for (
    const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "http://club.example" },
      { origin: "https://club.example:8443" },
      { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]
  ) {
    assert.throws(
      () => assertNotForeign(request("POST", headers), TRUSTED),
      { code: "forbidden", hint: "Open https://club.example and try again there." },
    );
  }
});

Deno.test("the server's own pages and clients that are no browser pass", () => {
  for (
    const headers of [
      { origin: "https://club.example" },
      { "sec-fetch-site": "same-origin" },
      { "sec-fetch-site": "none" },
      {},
    ]
  ) {
    assertNotForeign(request("DELETE", headers), TRUSTED);
  }
});

Deno.test("reading needs no origin", () => {
  for (const method of ["GET", "HEAD", "OPTIONS"]) {
    assertNotForeign(request(method, { origin: "https://evil.example" }), TRUSTED);
  }
});

Deno.test("a server on loopback trusts both spellings of its own address, and no other port", () => {
  assert.deepEqual(trustedOrigins("http://localhost:8787"), [
    "http://localhost:8787",
    "http://127.0.0.1:8787",
  ]);
  assert.deepEqual(trustedOrigins("http://127.0.0.1:8787")[1], "http://localhost:8787");
  assert.deepEqual(trustedOrigins("https://club.example"), ["https://club.example"]);
});
