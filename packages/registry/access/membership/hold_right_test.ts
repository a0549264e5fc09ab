import assert from "node:assert/strict";
import type { PolicyKey } from "@svc/core/policy";
import { findMembership } from "./authorize.ts";
import { changeCollective } from "./change.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { enrolApp } from "../../features/factor/testing.ts";
import { removeFactors } from "../../features/factor/mod.ts";
import { resolvePrincipal } from "../credential/resolve.ts";
import { changePlan } from "../../features/billing/billing.ts";
import { MANUAL_BILLING } from "../../features/billing/provider.ts";
import { carryOut } from "../../features/extensions/life/change.ts";
import { published, push } from "../../testing/extensions/push.ts";
import { findVisible } from "../extension/visible.ts";
import {
  collective,
  join,
  memberId,
  type Person,
  personalKey,
  send,
  signUp,
  token,
} from "../../features/identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { FROM_NOWHERE } from "../../testing/from_nowhere.ts";

const ACME = "/api/v1/collectives/acme";
/** A package whose publication asks the code host, and so waits in the middle. */
const ASKING = { manifest: { repository: "https://github.com/acme/hello" } };

interface Club {
  registry: TestRegistry;
  owner: Person;
  member: Person;
  /** What happens while a publication waits for the code host. */
  meanwhile: { act: () => Promise<unknown> };
}

/** A collective whose member may be interrupted in the middle of a publication. */
async function club(role = "admin"): Promise<Club> {
  const meanwhile: Club["meanwhile"] = { act: () => Promise.resolve() };
  const registry = await testRegistry({
    async fetch() {
      await meanwhile.act();
      return Response.json({ private: false });
    },
  });
  const owner = await signUp(registry, "olga");
  const member = await signUp(registry, "mary");
  await collective(registry, owner, "acme");
  await join(registry, owner, "acme", member, role);
  return { registry, owner, member, meanwhile };
}

async function removed({ registry, owner, member }: Club): Promise<void> {
  const id = await memberId(registry, owner, "acme", member);
  const { status } = await send(registry, `DELETE ${ACME}/members/${id}`, {
    cookie: owner.cookie,
  });
  assert.equal(status, 200);
}

async function versions({ services: { db } }: TestRegistry): Promise<string[]> {
  const rows = await db.selectFrom("extension_version").select("version").execute();
  return rows.map(({ version }) => version);
}

Deno.test("a member removed while their archive is analysed publishes nothing", async () => {
  const all = await club();
  await using registry = all.registry;
  const { key } = await personalKey(registry, all.member);
  all.meanwhile.act = () => removed(all);
  const refused = await push(registry, key, ASKING);
  assert.deepEqual([refused.status, (await refused.json()).code], [403, "role_too_low"]);
  assert.deepEqual(await versions(registry), []);
});

Deno.test("a token revoked while its archive is analysed publishes nothing", async () => {
  const all = await club();
  await using registry = all.registry;
  const { id, key } = await token(registry, all.owner, "acme", ["extensions:push"]);
  all.meanwhile.act = () =>
    send(registry, `PATCH ${ACME}/api-tokens/${id}`, {
      cookie: all.owner.cookie,
      body: { enabled: false },
    });
  const refused = await push(registry, key, ASKING);
  assert.deepEqual([refused.status, (await refused.json()).code], [401, "invalid_api_key"]);
  assert.deepEqual(await versions(registry), []);
});

for (
  const [how, end] of [
    ["delete", (keyId: string) => ({ keyId })],
    ["update", (keyId: string) => ({ keyId, enabled: false })],
  ] as const
) {
  Deno.test(`a personal key ended by ${how} while its archive is analysed publishes nothing`, async () => {
    const all = await club();
    await using registry = all.registry;
    const { id, key } = await personalKey(registry, all.member);
    all.meanwhile.act = () =>
      send(registry, `POST /api/auth/api-key/${how}`, {
        cookie: all.member.cookie,
        body: end(id),
      });
    const refused = await push(registry, key, ASKING);
    assert.deepEqual([refused.status, (await refused.json()).code], [401, "invalid_api_key"]);
    assert.deepEqual(await versions(registry), []);
  });
}

Deno.test("nothing is published into a collective deleted while the archive is analysed", async () => {
  const all = await club();
  await using registry = all.registry;
  const { key } = await personalKey(registry, all.owner);
  all.meanwhile.act = () => send(registry, `POST ${ACME}/delete`, { cookie: all.owner.cookie });
  const refused = await push(registry, key, ASKING);
  assert.deepEqual([refused.status, (await refused.json()).code], [404, "not_found"]);
  assert.deepEqual(await versions(registry), []);
});

Deno.test("a member who stays publishes, although something else happens meanwhile", async () => {
  const all = await club();
  await using registry = all.registry;
  const { key } = await personalKey(registry, all.member);
  all.meanwhile.act = () =>
    send(registry, `PATCH ${ACME}`, { cookie: all.owner.cookie, body: { description: "Tools" } });
  await published(registry, key, ASKING);
  assert.deepEqual(await versions(registry), ["2026.01.02.1"]);
});

const CHANGES: readonly PolicyKey[] = [
  "extensions.update",
  "extensions.rescore",
  "extensions.yank",
  "extensions.yank-version",
  "extensions.unyank",
  "extensions.unyank-version",
  "extensions.deprecate",
  "extensions.undeprecate",
  "extensions.promote",
];

Deno.test("a member removed between the guard and any change of an extension changes nothing", async () => {
  const all = await club();
  await using registry = all.registry;
  const { services } = registry;
  const { key } = await personalKey(registry, all.member);
  await published(registry, key);
  const principal = await resolvePrincipal(
    services.auth.resolver,
    new Headers({ cookie: all.member.cookie }),
  );
  const visible = await findVisible(services.db, principal, "@acme/hello");
  const done: PolicyKey[] = [];
  const change = (key: PolicyKey) =>
    carryOut({ ...FROM_NOWHERE, services, principal }, visible, {
      key,
      action: "edited",
      details: {},
      apply: () => Promise.resolve(void done.push(key)),
    });
  for (const key of CHANGES) await change(key);
  assert.deepEqual(done, CHANGES, "as long as they are a member, they may");
  await removed(all);
  for (const key of CHANGES) await assert.rejects(change(key), { code: "role_too_low" }, key);
  assert.deepEqual(done, CHANGES);
});

Deno.test("a session that ends between the guard and any change of an extension changes nothing", async () => {
  const all = await club();
  await using registry = all.registry;
  const { services } = registry;
  await published(registry, (await personalKey(registry, all.member)).key);
  const principal = await resolvePrincipal(
    services.auth.resolver,
    new Headers({ cookie: all.member.cookie }),
  );
  const visible = await findVisible(services.db, principal, "@acme/hello");
  const { status } = await send(registry, "POST /api/auth/sign-out", {
    cookie: all.member.cookie,
    headers: { origin: "http://registry.test" },
    body: {},
  });
  assert.equal(status, 200);
  for (const key of CHANGES) {
    const apply = () => Promise.reject(new Error("changed all the same"));
    const change = { key, action: "edited", details: {}, apply } as const;
    await assert.rejects(
      carryOut({ ...FROM_NOWHERE, services, principal }, visible, change),
      { code: "session_expired" },
      key,
    );
  }
});

/** What makes a member lack a second factor between the guard and the commit: a table, a test a cell. */
const LOSSES: readonly [string, {
  /** Before anything is asked for. */
  before(all: Club): Promise<unknown>;
  between(all: Club): Promise<unknown>;
}][] = [
  ["an owner requires one", { before: () => Promise.resolve(), between: required }],
  ["the operator removes theirs", {
    async before(all) {
      await enrolApp(all.registry, all.member.cookie);
      await required(all);
    },
    between: ({ registry, member }) =>
      inTransaction(registry.services.db, (trx) => removeFactors(trx, member.id)),
  }],
];

async function required({ registry, owner }: Club): Promise<void> {
  await enrolApp(registry, owner.cookie);
  const { status, body } = await send(registry, `PUT ${ACME}/second-factor`, {
    cookie: owner.cookie,
    body: { required: true },
  });
  assert.equal(status, 200, JSON.stringify(body));
}

for (const [how, { before, between }] of LOSSES) {
  Deno.test(`a member without a second factor, as ${how} while the archive is analysed, publishes nothing`, async () => {
    const all = await club();
    await using registry = all.registry;
    const { key } = await personalKey(registry, all.member);
    await before(all);
    all.meanwhile.act = () => between(all);
    const refused = await push(registry, key, ASKING);
    assert.deepEqual([refused.status, (await refused.json()).code], [403, "second_factor_missing"]);
    assert.deepEqual(await versions(registry), []);
  });

  Deno.test(`a member without a second factor, as ${how} between the guard and any change, changes nothing`, async () => {
    const all = await club();
    await using registry = all.registry;
    const { services } = registry;
    const { key } = await personalKey(registry, all.member);
    await published(registry, key);
    await before(all);
    const principal = await resolvePrincipal(
      services.auth.resolver,
      new Headers({ cookie: all.member.cookie }),
    );
    const visible = await findVisible(services.db, principal, "@acme/hello");
    const membership = await findMembership(services.db, principal, "acme");
    const call = { ...FROM_NOWHERE, services, principal, membership };
    const done: PolicyKey[] = [];
    const changes = [
      ...CHANGES.map((key) => () =>
        carryOut(call, visible, {
          key,
          action: "edited",
          details: {},
          apply: () => Promise.resolve(void done.push(key)),
        })
      ),
      ...(["collectives.update", "collectives.invite"] as const).map((key) => () =>
        changeCollective(call, key, () => Promise.resolve(void done.push(key)))
      ),
    ];
    for (const change of changes) await change();
    assert.equal(done.length, changes.length, "with one, or where none is required, they may");
    await between(all);
    for (const change of changes) await assert.rejects(change, { code: "second_factor_missing" });
    await changeCollective(call, "collectives.leave", () => Promise.resolve());
    assert.equal(done.length, changes.length);
  });
}

Deno.test("an admin removed while the payment is made does not change the plan", async () => {
  const all = await club();
  await using registry = all.registry;
  const { db, auth } = registry.services;
  const principal = await resolvePrincipal(
    auth.resolver,
    new Headers({ cookie: all.member.cookie }),
  );
  const { id } = await db.selectFrom("collective").select("id").where("slug", "=", "acme")
    .executeTakeFirstOrThrow();
  const provider = {
    ...MANUAL_BILLING,
    async changePlan(change: Parameters<typeof MANUAL_BILLING.changePlan>[0]) {
      await removed(all);
      return await MANUAL_BILLING.changePlan(change);
    },
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
    {
      code: "role_too_low",
    },
  );
  const { plan } = await db.selectFrom("collective").select("plan").where("id", "=", id)
    .executeTakeFirstOrThrow();
  assert.equal(plan, "free");
});

Deno.test("publishing leaves the collective's own time of change alone", async () => {
  const all = await club();
  await using registry = all.registry;
  const { key } = await personalKey(registry, all.member);
  const read = () =>
    registry.services.db.selectFrom("collective").select("updated_at").where("slug", "=", "acme")
      .executeTakeFirstOrThrow();
  const before = await read();
  registry.clock.now = new Date(registry.clock.now.getTime() + 60_000);
  await published(registry, key);
  assert.deepEqual(await read(), before);
});
