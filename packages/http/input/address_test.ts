import assert from "node:assert/strict";
import { clientAddress } from "./address.ts";

const request = (forwarded?: string) =>
  new Request("http://x/", forwarded ? { headers: { "x-forwarded-for": forwarded } } : {});

Deno.test("X-Forwarded-For is believed from a trusted proxy only, and only its last stranger", () => {
  const trusted = ["10.0.0.1", "10.0.0.2"];
  assert.equal(clientAddress(request("1.1.1.1"), "9.9.9.9", trusted), "9.9.9.9");
  assert.equal(clientAddress(request("1.1.1.1"), "10.0.0.1", trusted), "1.1.1.1");
  assert.equal(
    clientAddress(request("6.6.6.6, 1.1.1.1, 10.0.0.2"), "10.0.0.1", trusted),
    "1.1.1.1",
  );
  assert.equal(clientAddress(request(), "10.0.0.1", trusted), "10.0.0.1");
  assert.equal(clientAddress(request("1.1.1.1"), undefined, trusted), "unknown");
});

Deno.test("an IPv4 proxy is known also where the server listens to both kinds of addresses", () => {
  for (const trusted of ["10.0.0.1", "::ffff:10.0.0.1"]) {
    for (const own of ["10.0.0.1", "::ffff:10.0.0.1", "::FFFF:10.0.0.1"]) {
      assert.equal(clientAddress(request("::ffff:1.1.1.1"), own, [trusted]), "1.1.1.1");
    }
  }
  assert.equal(clientAddress(request("1.1.1.1"), "::ffff:9.9.9.9", ["10.0.0.1"]), "9.9.9.9");
  assert.equal(clientAddress(request("1.1.1.1"), "::1", ["::1"]), "1.1.1.1");
});
