import assert from "node:assert/strict";
import { type Scope, SCOPE_NAMES } from "../scope/scope.ts";
import { POLICY_ROWS } from "./table.ts";

/** Scopes that the client asks for at a command (spec §4.5), not the registry at an endpoint. */
const ASKED_BY_THE_CLIENT: readonly Scope[] = ["datastore:*", "vault:*"];

const asked = new Set(POLICY_ROWS.flatMap(([, { scope }]) => scope === undefined ? [] : [scope]));

Deno.test("every scope of spec §5.4 opens something: an endpoint, a kind of them, or a command", () => {
  const useless = SCOPE_NAMES.filter((scope) => {
    if (asked.has(scope) || ASKED_BY_THE_CLIENT.includes(scope)) return false;
    const kind = scope.slice(0, scope.indexOf(":") + 1);
    return !scope.endsWith(":*") || ![...asked].some((other) => other.startsWith(kind));
  });
  assert.deepEqual(useless, []);
});

Deno.test("reading never asks for a scope that writes, but where the answer carries addresses", () => {
  const odd = POLICY_ROWS
    .filter(([, { method, scope }]) =>
      method === "GET" && /:(?:write|push|promote)$/.test(scope ?? "")
    )
    .map(([key]) => key);
  // Spec §4.3: a `collective:read` token is not enough for e-mail addresses.
  assert.deepEqual(odd, ["collectives.invitations"]);
});

Deno.test("writing never asks for a scope that only reads", () => {
  for (const [key, { method, scope }] of POLICY_ROWS) {
    if (method !== "GET") assert.ok(!scope?.endsWith(":read"), `${key} asks for ${scope}`);
  }
});

Deno.test("an endpoint of a collective's members, tokens or keys is never open to its own tokens", () => {
  for (const [key, { method, path, credentials }] of POLICY_ROWS) {
    if (method === "GET" || !/\/(?:members|api-tokens|invite|cancel-invite|api-key)\b/.test(path)) {
      continue;
    }
    assert.ok(!credentials.includes("collectiveToken"), key);
    assert.ok(!credentials.includes("personalKey"), key);
  }
});
