import assert from "node:assert/strict";
import { keyKind } from "@svc/core/key";
import { generateExchangeToken, isExchangeToken } from "./exchange_token.ts";

Deno.test("an exchange token is known by its shape, and taken for no key", () => {
  const token = generateExchangeToken();
  assert.match(token, /^svc_tmp_[0-9a-f]{32}$/);
  assert.ok(isExchangeToken(token));
  assert.equal(keyKind(token), undefined);
  assert.notEqual(generateExchangeToken(), token);
  for (const other of [`${token}0`, `x${token}`, token.slice(0, -1), token.toUpperCase()]) {
    assert.ok(!isExchangeToken(other), other);
  }
});
