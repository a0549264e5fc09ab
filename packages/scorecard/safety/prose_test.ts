import assert from "node:assert/strict";
import fc from "fast-check";
import { addressWarnings } from "./prose.ts";

const octet = fc.nat(255);
const address = fc.tuple(octet, octet, octet, octet).map((parts) => parts.join("."));
const RESERVED =
  /^(?:192\.0\.2|198\.51\.100|203\.0\.113|127\.\d+\.\d+|169\.254\.\d+)\.|^0\.0\.0\.0$/;

Deno.test("safety: every IPv4 address in a text warns once with its line, those of documentation never", () => {
  fc.assert(fc.property(address, fc.nat(5), (one, lines) => {
    const text = `${"line\n".repeat(lines)}Connect to ${one}, or ${one}:8080 (${one}).\n${one}`;
    const places = addressWarnings("README.md", text).map(({ place }) => place);
    assert.deepEqual(places, RESERVED.test(one) ? [] : [`README.md:${lines + 1}`]);
  }));
});

Deno.test("safety: versions and numbers that only look like an address do not warn", () => {
  for (
    const text of ["2026.11.21.1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.", "v10.20.30.400"]
  ) {
    assert.deepEqual(addressWarnings("a.md", text), [], text);
  }
});

Deno.test("safety: an address that ends a sentence or the text is seen, without its full stop", () => {
  for (const text of ["Use 10.0.0.1.", "Use 10.0.0.1. Then go on.", "Use 10.0.0.1"]) {
    assert.deepEqual(addressWarnings("a.md", text).map(({ message }) => message), [
      "the address 10.0.0.1 may be real; use 192.0.2.0/24 in documentation",
    ]);
  }
});
