import assert from "node:assert/strict";
import { holdsToken } from "./holds_token.ts";

const TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";

Deno.test("a token is found whole, and by any half of it", () => {
  for (const piece of [TOKEN, TOKEN.slice(0, 20), TOKEN.slice(20), TOKEN.slice(7, 27)]) {
    assert.ok(holdsToken(`you sent ${piece}, thanks`, TOKEN), piece);
  }
});

Deno.test("less than half of it tells nothing", () => {
  for (const piece of ["", TOKEN.slice(0, 19), TOKEN.slice(21), TOKEN.slice(7, 26)]) {
    assert.ok(!holdsToken(`you sent ${piece}.${piece}`, TOKEN), piece);
  }
});

Deno.test("what could be in any text by chance tells nothing", () => {
  assert.ok(!holdsToken("a: 1234567", "1234567"));
  assert.ok(holdsToken("a: 12345678", "0123456789"));
  assert.ok(!holdsToken("a: 1234567", "0123456789"));
});
