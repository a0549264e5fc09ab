import assert from "node:assert/strict";
import { findMembership } from "./authorize.ts";
import type { Principal } from "../credential/principal.ts";
import { resolvePrincipal } from "../credential/resolve.ts";
import {
  collective,
  join,
  memberId,
  personalKey,
  send,
  signUp,
  token,
} from "../../features/identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { FROM_NOWHERE } from "../../testing/from_nowhere.ts";
import { changeCollective } from "./change.ts";

/** A call as it stands after the guard has let it pass. */
async function admitted(registry: TestRegistry, headers: Record<string, string>) {
  const { services } = registry;
  const principal: Principal = await resolvePrincipal(
    services.auth.resolver,
    new Headers(headers),
  );
  const membership = await findMembership(services.db, principal, "acme");
  return { ...FROM_NOWHERE, services, principal, membership };
}

Deno.test("a right that is taken away between the guard and the change is gone", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const bob = await signUp(registry, "bob");
  await collective(registry, ada, "acme");
  await join(registry, ada, "acme", bob, "admin");
  const call = await admitted(registry, { cookie: bob.cookie });
  const change = () => changeCollective(call, "collectives.invite", () => Promise.resolve("done"));
  assert.equal(await change(), "done");
  const id = await memberId(registry, ada, "acme", bob);
  const base = "/api/v1/collectives/acme";
  await send(registry, `PATCH ${base}/members/${id}`, {
    cookie: ada.cookie,
    body: { role: "member" },
  });
  await assert.rejects(change, { code: "role_too_low" });
  await send(registry, `DELETE ${base}/members/${id}`, { cookie: ada.cookie });
  await assert.rejects(change, { code: "role_too_low" });
});

Deno.test("a token that is revoked between the guard and the change changes nothing", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const { id, key } = await token(registry, ada, "acme", ["collective:write"]);
  const call = await admitted(registry, { authorization: `Bearer ${key}` });
  await send(registry, `PATCH /api/v1/collectives/acme/api-tokens/${id}`, {
    cookie: ada.cookie,
    body: { enabled: false },
  });
  await assert.rejects(
    () => changeCollective(call, "collectives.update", () => Promise.resolve("done")),
    { code: "invalid_api_key" },
  );
});

Deno.test("a collective that is deleted between the guard and the change is not found", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const call = await admitted(registry, { cookie: ada.cookie });
  await send(registry, "POST /api/v1/collectives/acme/delete", { cookie: ada.cookie });
  await assert.rejects(
    () => changeCollective(call, "tokens.create", () => Promise.resolve("done")),
    { code: "not_found" },
  );
});

Deno.test("a change that fails half way leaves nothing changed", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { id } = await collective(registry, ada, "acme");
  const call = await admitted(registry, { cookie: ada.cookie });
  await assert.rejects(() =>
    changeCollective(call, "collectives.delete", async ({ trx }) => {
      await trx.deleteFrom("collective_member").where("collective_id", "=", id).execute();
      throw new Error("disk full");
    })
  );
  const read = await send(registry, "GET /api/v1/collectives/acme", { cookie: ada.cookie });
  assert.equal(read.body.role, "owner");
});

Deno.test("a key that is deleted between the guard and the change takes its exchanged session along", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const { id: keyId, key } = await personalKey(registry, ada);
  const exchanged = await send(registry, "POST /api/v1/auth/exchange", { bearer: key });
  const call = await admitted(registry, { authorization: `Bearer ${exchanged.body.token}` });
  const change = () => changeCollective(call, "tokens.create", () => Promise.resolve("done"));
  assert.equal(call.principal.kind, "exchange");
  assert.equal(await change(), "done");
  await send(registry, "POST /api/auth/api-key/delete", { cookie: ada.cookie, body: { keyId } });
  await assert.rejects(change, { code: "invalid_api_key" });
});
