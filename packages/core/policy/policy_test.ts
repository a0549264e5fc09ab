import assert from "node:assert/strict";
import { SCOPE_NAMES } from "../scope/scope.ts";
import { POLICY, POLICY_ROWS, type PolicyKey } from "./table.ts";

/** Spec §4.1–§4.4, transcribed by hand: method, path, scope or credential, role. */
const SPEC = `
POST   /api/auth/api-key/create                             session           none
GET    /api/auth/api-key/list                               session           none
POST   /api/auth/api-key/update                             session           none
POST   /api/auth/api-key/delete                             session           none
GET    /api/v1/collectives/{slug}/api-tokens                session           admin
POST   /api/v1/collectives/{slug}/api-tokens                session           admin
PATCH  /api/v1/collectives/{slug}/api-tokens/{tokenId}      session           admin
DELETE /api/v1/collectives/{slug}/api-tokens/{tokenId}      session           admin
GET    /api/v1/collectives                                  collective:read   any
GET    /api/v1/collectives/{slug}                           collective:read   any
GET    /api/v1/collectives/{slug}/members                   collective:read   any
GET    /api/v1/collectives/{slug}/invitations               collective:write  admin
GET    /api/v1/collectives/{slug}/extensions                collective:read   any
GET    /api/v1/collectives/{slug}/serve-instances           serve:*           member
PATCH  /api/v1/collectives/{slug}                           collective:write  admin
POST   /api/v1/collectives/{slug}/invite                    session           admin
DELETE /api/v1/collectives/{slug}/members/{memberId}        session           admin
PATCH  /api/v1/collectives/{slug}/members/{memberId}        session           admin
POST   /api/v1/collectives/{slug}/cancel-invite             session           admin
POST   /api/v1/collectives/create                           session           none
POST   /api/v1/collectives/{slug}/delete                    session           owner
GET    /api/v1/openapi.json                                 public            none
`.trim().split("\n").map((line) => line.split(/\s+/) as [string, string, string, string]);

const BEARERS = ["personalKey", "collectiveToken"];

for (const [method, path, access, role] of SPEC) {
  Deno.test(`${method} ${path} takes ${access} and asks for the role ${role} (spec §4)`, () => {
    const row = POLICY_ROWS.find(([, one]) => one.method === method && one.path === path)?.[1];
    assert.ok(row, "no such row");
    assert.equal(row.role, role);
    if (access === "session") {
      assert.equal(row.scope, undefined);
      assert.ok(row.credentials.includes("session"));
      assert.ok(!row.credentials.some((kind) => BEARERS.includes(kind)));
      assert.ok(!row.credentials.includes("anonymous"));
    } else if (access === "public") {
      assert.ok(row.credentials.includes("anonymous"));
    } else {
      assert.equal(row.scope, access);
      assert.deepEqual([...row.credentials].sort(), ["collectiveToken", "personalKey", "session"]);
    }
  });
}

/** What the spec's tables leave open: the least role of every other row that asks for one. */
const BESIDE_SPEC: Readonly<Record<string, string>> = {
  "audit.list": "admin",
  "audit.export": "admin",
  "log.sealed": "member",
  "signing-keys.list": "member",
  "signing-keys.create": "admin",
  "signing-keys.revoke": "admin",
  "transfers.offer": "owner",
  "transfers.cancel": "owner",
  "transfers.list": "owner",
  "transfers.accept": "owner",
  "staged.create": "member",
  "staged.list": "any",
  "staged.get": "member",
  "staged.download": "member",
  "staged.ask": "admin",
  "staged.approve": "admin",
  "staged.reject": "admin",
  "staged.override": "owner",
  "staged.withdraw": "member",
  "approval.get": "member",
  "approval.set": "admin",
  "collectives.leave": "member",
  "collectives.require-second-factor": "owner",
  "billing.get": "admin",
  "billing.update": "admin",
  "extensions.push": "member",
  "extensions.confirm": "member",
  "extensions.rescore": "member",
  "extensions.promote": "admin",
  "extensions.update": "admin",
  "extensions.yank": "admin",
  "extensions.yank-version": "admin",
  "extensions.unyank": "admin",
  "extensions.unyank-version": "admin",
  "extensions.deprecate": "admin",
  "extensions.undeprecate": "admin",
  "publishing.set": "admin",
  "publishers.list": "member",
  "publishers.create": "admin",
  "publishers.confirm": "admin",
  "publishers.delete": "admin",
  "operator.overview": "operator",
  "operator.close-report": "operator",
  "operator.grant-claim": "operator",
  "operator.refuse-claim": "operator",
  "operator.allow-name": "operator",
  "operator.refuse-name": "operator",
  "operator.quarantine": "operator",
  "operator.release": "operator",
  "operator.takedown": "operator",
  "operator.reinstate": "operator",
  "operator.suspend": "operator",
  "operator.unsuspend": "operator",
  "operator.disable": "operator",
  "operator.enable": "operator",
};

Deno.test("every row that asks for a role asks for the one written down, and no row asks unwritten", () => {
  const inSpec = new Set(SPEC.map(([method, path]) => `${method} ${path}`));
  const asked = POLICY_ROWS
    .filter(([, row]) => row.role !== "none" && !inSpec.has(`${row.method} ${row.path}`))
    .map(([key, row]) => [key, row.role]);
  assert.deepEqual(Object.fromEntries(asked), BESIDE_SPEC);
});

Deno.test("the exchanged session is good for the collective token endpoints alone (design §4)", () => {
  for (const [key, row] of POLICY_ROWS) {
    assert.equal(row.credentials.includes("exchange"), key.startsWith("tokens."), key);
  }
});

Deno.test("an operator acts by a session that is proved, and by nothing else", () => {
  for (const [key, row] of POLICY_ROWS) {
    assert.equal(row.role === "operator", row.path.startsWith("/api/v1/admin/"), key);
    if (row.role !== "operator") continue;
    assert.deepEqual(row.credentials, ["session"], key);
    assert.equal(row.proof, row.method === "GET" ? undefined : "recent", key);
  }
});

Deno.test("method and path are unique", () => {
  const seen = new Map<string, PolicyKey>();
  for (const [key, row] of POLICY_ROWS) {
    const place = `${row.method} ${row.path.replaceAll(/\{[^}]+\}/g, "{}")}`;
    assert.equal(seen.get(place), undefined, `${key} and ${seen.get(place)}: ${place}`);
    seen.set(place, key);
  }
});

for (const [key, row] of POLICY_ROWS) {
  Deno.test(`${key} is a row that guards can trust`, () => {
    assert.match(row.path, /^\/(?:[a-z0-9.-]+|\{[a-zA-Z]+\}(?:@\{version\})?)(?:\/|$)/);
    assert.ok(!row.path.endsWith("/") && !row.path.includes("//"));
    assert.ok(row.credentials.length > 0, "nobody could call it");
    assert.equal(new Set(row.credentials).size, row.credentials.length);
    if (row.scope !== undefined) {
      assert.ok(SCOPE_NAMES.includes(row.scope));
      assert.ok(row.credentials.includes("collectiveToken"), "a scope only tokens can hold");
    }
    if (row.credentials.includes("anonymous")) {
      assert.equal(row.role, "none", "a stranger has no role");
    }
    assert.match(row.summary, /^[A-Z][^.]*$/);
  });
}

Deno.test("a collective token is never taken without a scope where anything is written", () => {
  for (const [key, row] of POLICY_ROWS) {
    if (row.method === "GET" || !row.credentials.includes("collectiveToken")) continue;
    assert.notEqual(row.scope, undefined, key);
  }
});

Deno.test("the key of a CI job publishes and ends itself, and opens nothing else", () => {
  const open = POLICY_ROWS.filter(([, { credentials }]) => credentials.includes("publishToken"));
  assert.deepEqual(open.map(([key]) => key), [
    "extensions.push",
    "extensions.confirm",
    "publishing.revoke",
    "staged.create",
  ]);
});

Deno.test("nothing is written by a stranger, but that a key leaked and what a CI job proves", () => {
  for (const [key, row] of POLICY_ROWS) {
    if (row.method === "GET" || key === "leaks.report" || key === "publishing.exchange") continue;
    assert.ok(!row.credentials.includes("anonymous"), key);
  }
});

Deno.test("a key is looked up by its own name", () => {
  for (const [key, row] of POLICY_ROWS) assert.equal(POLICY[key], row);
});
