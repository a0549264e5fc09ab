import { SvcError } from "@svc/core/error";
import assert from "node:assert/strict";
import { collective, join, send, signUp, token } from "../identity/testing.ts";
import { resolvePrincipal } from "../../access/credential/resolve.ts";
import { testRegistry } from "../../testing.ts";
import { FROM_NOWHERE } from "../../testing/from_nowhere.ts";
import { changePlan } from "./billing.ts";

async function cast() {
  const registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const bob = await signUp(registry, "bob");
  const eve = await signUp(registry, "eve");
  const { id } = await collective(registry, ada, "acme");
  await join(registry, ada, "acme", bob);
  return { registry, ada, bob, eve, id };
}

Deno.test("billing is seen by owners and admins only (spec 2.5)", async () => {
  const { registry, ada, bob, eve } = await cast();
  await using _ = registry;
  const read = async (credential: { cookie?: string; bearer?: string }) =>
    (await send(registry, "GET /api/v1/collectives/acme/billing", credential)).status;
  assert.equal(await read({ cookie: ada.cookie }), 200);
  assert.equal(await read({ cookie: bob.cookie }), 403);
  assert.equal(await read({ cookie: eve.cookie }), 403);
  assert.equal(await read({}), 401);
  const manager = await token(registry, ada, "acme", ["billing:manage"]);
  const reader = await token(registry, ada, "acme", ["collective:*"]);
  assert.equal(await read({ bearer: manager.key }), 200);
  assert.equal(await read({ bearer: reader.key }), 403);
});

Deno.test("a change of plan takes effect, is kept with its author, and the trial keeps its clock (spec 3.2)", async () => {
  const { registry, ada } = await cast();
  await using _ = registry;
  const { key } = await token(registry, ada, "acme", ["billing:manage"]);
  const before =
    (await send(registry, "GET /api/v1/collectives/acme/billing", { bearer: key })).body;
  assert.equal(before.billing.plan, "free");
  assert.equal(before.billing.subscriptionStatus, null);
  assert.equal(before.billing.trial.state, "active");
  const change = (plan: string) =>
    send(registry, "PATCH /api/v1/collectives/acme/billing", { bearer: key, body: { plan } });
  const { status, body } = await change("team");
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.billing.plan, "team");
  assert.equal(body.billing.subscriptionStatus, "active");
  assert.deepEqual(body.billing.trial, before.billing.trial);
  assert.deepEqual(
    { ...body.billing.changes[0], at: undefined },
    { from: "free", to: "team", status: "active", provider: "manual", by: "acme", at: undefined },
  );
  assert.equal((await change("team")).status, 400, "the plan it is on is not a change");
  assert.equal((await change("gold")).status, 400, "an unknown plan is refused");
  assert.equal((await change("free")).body.billing.subscriptionStatus, null);
});

Deno.test("two changes at once: one wins, the other is told, and the history leads to the state", async () => {
  const { registry, ada, id } = await cast();
  await using _ = registry;
  const principal = await resolvePrincipal(
    registry.services.auth.resolver,
    new Headers({ cookie: ada.cookie }),
  );
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  const provider = {
    name: "slow",
    changePlan: async () => {
      // Both have read the old plan before either writes.
      if (++waiting === 2) gate.resolve();
      await gate.promise;
      return { status: "active", reference: null };
    },
  };
  const results = await Promise.allSettled(
    (["team", "enterprise"] as const).map((plan) =>
      changePlan(
        registry.services,
        { ...FROM_NOWHERE, principal },
        id,
        plan,
        registry.clock.now,
        provider,
      )
    ),
  );
  assert.deepEqual(results.map((each) => each.status).sort(), ["fulfilled", "rejected"]);
  const refused = results.find((each) => each.status === "rejected");
  assert.equal((refused?.reason as SvcError).code, "conflict");
  const { body } = await send(registry, "GET /api/v1/collectives/acme/billing", {
    cookie: ada.cookie,
  });
  assert.equal(body.billing.changes.length, 1);
  assert.equal(body.billing.changes[0].to, body.billing.plan);
});

Deno.test("what the provider does not grant is not changed", async () => {
  const { registry, ada, id } = await cast();
  await using _ = registry;
  const principal = await resolvePrincipal(
    registry.services.auth.resolver,
    new Headers({ cookie: ada.cookie }),
  );
  const provider = {
    name: "card",
    changePlan: () => Promise.reject(new SvcError("rule_refused", "The card was declined")),
  };
  await assert.rejects(
    changePlan(
      registry.services,
      { ...FROM_NOWHERE, principal },
      id,
      "team",
      registry.clock.now,
      provider,
    ),
    { code: "rule_refused" },
  );
  const { body } = await send(registry, "GET /api/v1/collectives/acme/billing", {
    cookie: ada.cookie,
  });
  assert.equal(body.billing.plan, "free");
  assert.deepEqual(body.billing.changes, []);
});
