import assert from "node:assert/strict";
import { networkOf } from "./network.ts";

Deno.test("an IPv6 address counts by its first 64 bits, however it is written", () => {
  const same = [
    "2001:db8:0:1::1",
    "2001:DB8:0:1:ffff:ffff:ffff:ffff",
    "2001:0db8:0000:0001:0:0:0:7",
    "2001:db8:0:1::9%eth0",
    "2001:db8:0:1::10.0.0.1",
  ];
  for (const address of same) assert.equal(networkOf(address), "2001:db8:0:1::/64", address);
  assert.equal(networkOf("2001:db8:0:2::1"), "2001:db8:0:2::/64");
  assert.equal(networkOf("2001:db8::1:0:0:1"), "2001:db8:0:0::/64");
  assert.equal(networkOf("1::"), "1:0:0:0::/64");
  assert.equal(networkOf("::1"), "0:0:0:0::/64");
});

Deno.test("an IPv4 address counts whole, and so does what is not an address", () => {
  for (const text of ["203.0.113.7", "unknown", "", ":", "a:b", "[::1]", "::1::", "%eth0:"]) {
    assert.equal(networkOf(text), text);
  }
});
