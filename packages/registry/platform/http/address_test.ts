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
