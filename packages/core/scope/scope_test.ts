import assert from "node:assert/strict";
import fc from "fast-check";
import { holdsScope, isScope, parseScopes, type Scope, SCOPE_NAMES } from "./scope.ts";

/** Spec §5.4, transcribed by hand. */
const SPEC = [
  "extensions:push",
  "extensions:promote",
  "extensions:read",
  "extensions:*",
  "lab:read",
  "lab:write",
  "lab:*",
  "profile:read",
  "profile:write",
  "profile:*",
  "collective:read",
  "collective:write",
  "collective:*",
  "billing:manage",
  "feed:write",
  "notifications:read",
  "notifications:write",
  "notifications:*",
  "oauth:manage",
  "serve:*",
  "datastore:*",
  "vault:*",
];
const scope = fc.constantFrom(...SCOPE_NAMES);
const kindOf = (name: string) => name.split(":")[0];

Deno.test("the scopes are those of spec §5.4, in its order", () => {
  assert.deepEqual(SCOPE_NAMES, SPEC);
});

Deno.test("a scope is held by itself or by its kind's wildcard, and by nothing else", () => {
  fc.assert(fc.property(fc.array(scope), scope, (held, required) => {
    const expected = held.some((one) => one === required || one === `${kindOf(required)}:*`);
    assert.equal(holdsScope(held, required), expected);
  }));
});

Deno.test("a single scope never satisfies a required wildcard", () => {
  const wildcards = SCOPE_NAMES.filter((name) => name.endsWith(":*"));
  for (const required of wildcards) {
    const others = SCOPE_NAMES.filter((name) => name !== required);
    assert.equal(holdsScope(others, required), false, required);
  }
});

Deno.test("neither a bare star nor another kind's wildcard holds anything", () => {
  for (const required of SCOPE_NAMES) {
    assert.equal(holdsScope(["*", "*:*", kindOf(required)!, ""], required), false);
  }
});

Deno.test("reading keeps table order and drops repeats and blanks, from a list or a text", () => {
  fc.assert(fc.property(fc.array(scope, { minLength: 1 }), (scopes) => {
    const read = parseScopes(scopes);
    assert.deepEqual(read, SCOPE_NAMES.filter((name) => scopes.includes(name)));
    assert.deepEqual(parseScopes(` ${scopes.join(" , ")},`), read);
    assert.deepEqual(parseScopes(read), read);
  }));
});

Deno.test("unknown scopes are all named, inherited names of objects too", () => {
  for (const name of ["toString", "__proto__", "constructor", "lab", "LAB:READ", "*"]) {
    assert.equal(isScope(name), false, name);
    assert.throws(() => parseScopes(["lab:read", name]), (error: Error) => {
      assert.match(error.message, /Unknown scope/);
      return error.message.includes(name);
    });
  }
  assert.throws(() => parseScopes("a:b,lab:read,c:d"), /Unknown scopes: a:b, c:d/);
});

Deno.test("an empty list is refused", () => {
  for (const none of ["", " , ", [], [" "]] as (string | string[])[]) {
    assert.throws(() => parseScopes(none), { code: "validation_failed" });
  }
});

Deno.test("every scope of spec §5.4 can be held and read", () => {
  for (const name of SPEC) assert.ok(holdsScope(parseScopes(name), name as Scope));
});
