import assert from "node:assert/strict";
import { AUDIT_ACTION_NAMES, type AuditAction } from "../../access/audit/actions.ts";
import { OPERATOR } from "../../access/audit/actor.ts";
import { eventsOnce } from "../../access/audit/once.ts";
import { recordEvent } from "../../access/audit/record.ts";
import { sweepAudit } from "../../access/audit/sweep.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { FROM_NOWHERE } from "../../testing/from_nowhere.ts";
import { published } from "../../testing/extensions/push.ts";
import {
  collective,
  join,
  memberId,
  type Person,
  personalKey,
  send,
  signUp,
  token,
} from "../identity/testing.ts";
import { quarantine, reinstate, release, takeDown } from "../operating/takedown.ts";
import type { AuditEntry } from "./schema.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

/** The collective `acme` of ada, and a way to read its events, oldest first. */
async function acme(settings: Record<string, unknown> = {}) {
  const registry = await testRegistry({ environment: { SVC_PLANS: "on" } });
  // Events of one moment have no order: here each moment is another.
  let at = registry.clock.now.getTime();
  Object.defineProperty(registry.clock, "now", {
    get: () => new Date(at++),
    set: (now: Date) => at = now.getTime(),
  });
  const ada = await signUp(registry, "ada");
  const { id } = await collective(registry, ada, "acme", settings);
  const events = async (query = ""): Promise<AuditEntry[]> => {
    const { cookie } = ada;
    const answer = await send(registry, `GET /api/v1/collectives/acme/audit${query}`, { cookie });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.events.toReversed();
  };
  return { registry, ada, id, events };
}

/** What happens, and the events that it leaves: action, who, whom it is about, extension, details. */
type Seen = [AuditAction, string | null, string | null, string | null, Record<string, unknown>];

const seen = ({ action, by, person, extension, details }: AuditEntry): Seen => [
  action as AuditAction,
  by.username ?? by.token ?? by.credential,
  person,
  extension,
  Object.fromEntries(
    Object.entries(details).filter(([name]) =>
      !["invitationId", "tokenId", "checksum"].includes(name)
    ),
  ),
];

Deno.test("each kind of event is recorded where it happens, and every kind of the table happens", async () => {
  const { registry, ada, id, events } = await acme();
  await using _ = registry;
  const told: AuditAction[] = [];
  const expect = async (...expected: Seen[]) => {
    const all = (await events("?limit=200")).map(seen);
    assert.deepEqual(all.slice(told.length), expected);
    told.push(...expected.map(([action]) => action));
  };
  const as = ({ cookie }: Person, line: string, body?: unknown) =>
    send(registry, line, { cookie, ...(body === undefined ? {} : { body }) });
  const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    assert.ok(status < 300, JSON.stringify(body));
  };
  const at = "/api/v1/collectives/acme";
  await expect(["collective.created", "ada", "ada", null, {}]);

  await ok(as(ada, `PATCH ${at}`, { description: "Tools", private: false }));
  await expect(["collective.updated", "ada", null, null, {
    description: { from: null, to: "Tools" },
  }]);
  await ok(as(ada, `PATCH ${at}/billing`, { plan: "team" }));
  await expect(["plan.changed", "ada", null, null, { from: "free", to: "team" }]);

  const [bob, eve] = [await signUp(registry, "bob"), await signUp(registry, "eve")];
  await join(registry, ada, "acme", bob);
  await expect(
    ["member.invited", "ada", "bob", null, { role: "member" }],
    ["member.joined", "bob", "bob", null, { role: "member" }],
  );
  const invite = async () => {
    const { body } = await as(ada, `POST ${at}/invite`, { username: "eve" });
    return body.invitation.id as string;
  };
  await ok(as(ada, `POST ${at}/cancel-invite`, { invitationId: await invite() }));
  await ok(as(eve, `POST /api/v1/invitations/${await invite()}/decline`));
  const invited: Seen = ["member.invited", "ada", "eve", null, { role: "member" }];
  await expect(
    invited,
    ["invitation.cancelled", "ada", "eve", null, {}],
    invited,
    ["invitation.declined", "eve", null, null, {}],
  );
  const member = await memberId(registry, ada, "acme", bob);
  await ok(as(ada, `PATCH ${at}/members/${member}`, { role: "admin" }));
  await ok(as(ada, `DELETE ${at}/members/${member}`));
  await expect(
    ["member.role_changed", "ada", "bob", null, { from: "member", to: "admin" }],
    ["member.removed", "ada", "bob", null, {}],
  );
  await join(registry, ada, "acme", eve);
  await ok(as(eve, `POST ${at}/leave`));
  await expect(
    invited,
    ["member.joined", "eve", "eve", null, { role: "member" }],
    ["member.left", "eve", "eve", null, {}],
  );

  const publicKey = "MCowBQYDK2VwAyEAt8rlp1knGwjfbcXAYPYAkn0XiLz1x8O4t0YkEhie244=";
  const made = await as(ada, `POST ${at}/signing-keys`, { name: "vault", publicKey });
  const { id: keyId, hint } = made.body.signingKey;
  await ok(as(ada, `DELETE ${at}/signing-keys/${keyId}`));
  await expect(
    ["signing_key.created", "ada", null, null, { signingKey: "vault", hint }],
    ["signing_key.revoked", "ada", null, null, { signingKey: "vault", hint }],
  );

  const ci = await token(registry, ada, "acme", ["extensions:*", "profile:*", "serve:*"]);
  await published(registry, ci.key);
  await expect(
    ["token.created", "ada", null, null, {
      token: "test",
      scopes: "extensions:*, profile:*, serve:*",
    }],
    ["token.used_from", "test", null, null, {}],
    ["published", "test", null, "@acme/hello", { version: "2026.01.02.1", channel: "stable" }],
  );
  await ok(send(registry, "PATCH /api/v1/profile", { bearer: ci.key, body: { bio: "Us" } }));
  await expect(["profile.edited", "test", null, null, { fields: "bio" }]);
  const hello = "/api/v1/extensions/%40acme%2Fhello";
  await ok(as(ada, `POST ${hello}@2026.01.02.1/yank`, { reason: "broken" }));
  await ok(as(ada, `POST ${hello}@2026.01.02.1/unyank`));
  await ok(as(ada, `POST ${hello}/deprecate`, { reason: "old" }));
  await ok(as(ada, `POST ${hello}/undeprecate`));
  await ok(as(ada, `PATCH ${hello}`, { description: "Says hello to all" }));
  await ok(as(ada, `POST ${hello}/rescore`));
  await published(registry, ci.key, { version: "2026.01.03.1", channel: "beta" });
  await ok(as(ada, `POST ${hello}/promote`, { version: "2026.01.03.1", toChannel: "stable" }));
  const actions = (await events("?limit=200")).slice(told.length).map(({ action }) => action);
  assert.deepEqual(actions, [
    "yanked",
    "unyanked",
    "deprecated",
    "undeprecated",
    "edited",
    "rescored",
    "published",
    "promoted",
  ]);
  told.push(...actions as AuditAction[]);

  const { services } = registry;
  const subject = { name: "@acme/hello" };
  await takeDown(services, subject, { note: "steals tokens" }, services.now());
  await reinstate(services, subject, services.now());
  await quarantine(services, subject, { category: "spam", note: "Looked into" }, services.now());
  await release(services, subject, services.now());
  await expect(
    ["taken_down", "operator", null, "@acme/hello", { reason: "steals tokens" }],
    ["reinstated", "operator", null, "@acme/hello", {}],
    ["quarantined", "operator", null, "@acme/hello", { reason: "Looked into", category: "spam" }],
    ["released", "operator", null, "@acme/hello", {}],
  );
  await ok(as(ada, `PATCH ${at}/api-tokens/${ci.id}`, { enabled: false }));
  await ok(as(ada, `DELETE ${at}/api-tokens/${ci.id}`));
  const leaked = await token(registry, ada, "acme", ["extensions:read"]);
  await ok(send(registry, "POST /api/v1/leaks", { body: [{ token: leaked.key, type: "svc" }] }));
  await expect(
    ["token.revoked", "ada", null, null, { token: "test" }],
    ["token.deleted", "ada", null, null, { token: "test" }],
    ["token.created", "ada", null, null, { token: "test", scopes: "extensions:read" }],
    ["token.leaked", "registry", null, null, { token: "test" }],
  );

  // Tried elsewhere: these need an OAuth client, a private collective, one that is deleted or suspended,
  // a second one, a personal one, an issuer of identity tokens (features/publishing), and people who
  // approve (features/staging).
  const elsewhere: AuditAction[] = [
    "serve.registered",
    "downloaded",
    "collective.deleted",
    "collective.suspended",
    ...AUDIT_ACTION_NAMES.filter((name) => /^(transfer|publisher|publishing)\./.test(name)),
    ...AUDIT_ACTION_NAMES.filter((name) => /^staged?(_|$)/.test(name)),
    ...AUDIT_ACTION_NAMES.filter((name) =>
      /^(account|factor|recovery_code|hold|proof)\./.test(name)
    ),
    "collective.unsuspended",
  ];
  assert.deepEqual(
    AUDIT_ACTION_NAMES.filter((name) => !told.includes(name) && !elsewhere.includes(name)),
    [],
  );
  await ok(as(ada, `POST ${at}/delete`, {}));
  const { action } = await services.db.selectFrom("audit_event").select("action")
    .where("collective_id", "=", id).orderBy("at", "desc").executeTakeFirstOrThrow();
  assert.equal(action, "collective.deleted");
});

Deno.test("an event names the network and the kind of client; a declined invitation does not", async () => {
  const { registry, ada, events } = await acme();
  await using _ = registry;
  const eve = await signUp(registry, "eve");
  const headers = { "user-agent": FIREFOX };
  const { body } = await send(registry, "POST /api/v1/collectives/acme/invite", {
    cookie: ada.cookie,
    body: { username: "eve" },
    headers,
  });
  await send(registry, `POST /api/v1/invitations/${body.invitation.id}/decline`, {
    cookie: eve.cookie,
    headers,
  });
  const [, invited, declined] = await events();
  assert.deepEqual([invited!.client, declined!.client], ["Firefox", null]);
  assert.equal(declined!.network, null);
});

Deno.test("the first use of a token from each network is an event, whichever server it reaches", async () => {
  const { registry, ada, id, events } = await acme();
  await using _ = registry;
  const { services } = registry;
  const ci = await token(registry, ada, "acme", ["extensions:read"]);
  const collective = { id, slug: "acme" };
  const principal = { kind: "collectiveToken" as const, tokenId: ci.id, collective, scopes: [] };
  const servers = [1, 2].map(() => eventsOnce(services.db, services.config.secret));
  const { request } = FROM_NOWHERE;
  for (const server of servers) {
    for (const address of ["203.0.113.7", "203.0.113.8", "198.51.100.7", "203.0.113.7"]) {
      await server.tokenUse(principal, { request, address }, services.now());
    }
  }
  const networks = (await events("?action=token.used_from")).map(({ network }) => network);
  assert.deepEqual(networks.sort(), ["198.51.100.0/24", "203.0.113.0/24"]);
});

Deno.test("a private version's first download a day is an event for each key, a public one's is none", async () => {
  for (const isPrivate of [true, false]) {
    const { registry, ada, events } = await acme({ private: isPrivate });
    await using _ = registry;
    const { key } = await personalKey(registry, ada);
    const other = await personalKey(registry, ada);
    await published(registry, key);
    const download = async (bearer: string) => {
      const line = "GET /api/v1/extensions/%40acme%2Fhello@2026.01.02.1/download";
      const response = await registry.request(line.slice(4), {
        headers: { authorization: `Bearer ${bearer}` },
        redirect: "manual",
      });
      assert.equal(response.status, 302);
    };
    await download(key);
    await download(key);
    await download(other.key);
    registry.clock.now = new Date(registry.clock.now.getTime() + 86_400_000);
    await download(key);
    const found = await events("?action=downloaded");
    assert.deepEqual(
      found.map(({ by, extension, details }) => [by.keyStart, extension, details["version"]]),
      !isPrivate ? [] : [key, other.key, key].map((each) => [
        each.slice(0, found[0]!.by.keyStart!.length),
        "@acme/hello",
        "2026.01.02.1",
      ]),
    );
  }
});

Deno.test("events are read a page at a time, by kind, extension and person, and all at once as lines", async () => {
  const { registry, ada, id, events } = await acme();
  await using _ = registry;
  const { db } = registry.services;
  const start = registry.clock.now.getTime();
  // Many at the same moment: the id decides then, and none is left out or told twice.
  await inTransaction(db, async (trx) => {
    for (let n = 0; n < 1200; n++) {
      await recordEvent(trx, {
        at: new Date(start + 1000 + Math.floor(n / 100) * 1000),
        action: "rescored",
        collectiveId: id,
        actor: OPERATOR,
        details: { n },
      });
    }
  });
  const { cookie } = ada;
  const read: number[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const more: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const { body } = await send(
      registry,
      `GET /api/v1/collectives/acme/audit?limit=200&action=rescored${more}`,
      { cookie },
    );
    read.push(...body.events.map((entry: AuditEntry) => entry.details["n"]));
    cursor = body.nextCursor;
  }
  assert.equal(read.length, 1200);
  assert.equal(new Set(read).size, 1200);
  const exported = await registry.request("/api/v1/collectives/acme/audit/export", {
    headers: { cookie },
  });
  assert.equal(exported.headers.get("content-type"), "application/x-ndjson");
  const lines = (await exported.text()).trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.filter(({ action }) => action === "rescored").map(({ details }) => details.n),
    read,
  );
  assert.equal(lines.length, 1201);

  const eve = await signUp(registry, "eve");
  await join(registry, ada, "acme", eve);
  const of = async (query: string) => (await events(query)).map(({ action }) => action);
  assert.deepEqual((await of("?username=eve")).sort(), ["member.invited", "member.joined"]);
  assert.deepEqual(await of("?username=nobody"), []);
  assert.deepEqual(await of("?extension=%40acme%2Fnone"), []);
  const wrong = await send(registry, "GET /api/v1/collectives/acme/audit?action=hacked", {
    cookie,
  });
  assert.deepEqual([wrong.status, wrong.body.code], [400, "validation_failed"]);
});

Deno.test("events go after 400 days, and from where they were done after 90", async () => {
  const { registry, ada, events } = await acme();
  await using _ = registry;
  const { services } = registry;
  await token(registry, ada, "acme", ["extensions:read"]);
  const [first] = await events();
  const made = Date.parse(first!.at);
  const DAY = 86_400_000;
  await services.db.updateTable("audit_event")
    .set({ network: "203.0.113.0/24", client: "Firefox" }).execute();
  const later = async (days: number) => {
    await sweepAudit(services.db, new Date(made + days * DAY));
    return (await events()).map(({ network, client }) => [network, client]);
  };
  const known = ["203.0.113.0/24", "Firefox"];
  assert.deepEqual(await later(90), [known, known]);
  assert.deepEqual(await later(91), [[null, null], [null, null]]);
  assert.equal((await later(400)).length, 2);
  assert.equal((await later(401)).length, 0);
});

Deno.test("a deleted account leaves neither name nor id in the events, and they stay", async () => {
  const { registry, ada, events } = await acme();
  await using _ = registry;
  const eve = await signUp(registry, "eve-lastname");
  await join(registry, ada, "acme", eve, "admin");
  await published(registry, (await personalKey(registry, eve)).key);
  const before = await events();
  const left = await registry.request("/account/data/delete", {
    method: "POST",
    headers: { cookie: eve.cookie, origin: "http://registry.test" },
    body: new URLSearchParams({ confirm: eve.username, password: eve.password }),
  });
  assert.equal(left.status, 200);
  const after = await events();
  assert.deepEqual(after.map(({ action }) => action), [
    ...before.map(({ action }) => action),
    "member.left",
  ]);
  const stored = JSON.stringify(
    await registry.services.db.selectFrom("audit_event").selectAll().execute(),
  );
  for (const trace of [eve.username, eve.id, eve.email]) assert.ok(!stored.includes(trace), trace);
  const publication = after.find(({ action }) => action === "published")!;
  assert.deepEqual([publication.by.username, publication.by.credential], [null, "personalKey"]);
  assert.deepEqual([publication.network, publication.client], [null, null]);
});

/** Who asks for the events of whose collective. The matrix has each credential; these are people. */
const READERS = [
  ["an owner", "owner", 200],
  ["an admin", "admin", 200],
  ["a member", "member", 403],
  ["an outsider", undefined, 403],
] as const;

for (const isPrivate of [false, true]) {
  for (const [who, role, status] of READERS) {
    const expected = isPrivate && role === undefined ? 404 : status;
    const kind = isPrivate ? "private" : "public";
    Deno.test(`${who} of a ${kind} collective asks for its events, its export and its page: ${expected}`, async () => {
      const { registry, ada } = await acme({ private: isPrivate });
      await using _ = registry;
      const { cookie } = await reader(registry, ada, role);
      for (const below of ["audit", "audit/export"]) {
        const path = `/api/v1/collectives/acme/${below}`;
        const { status } = await registry.request(path, { headers: { cookie } });
        assert.equal(status, expected, below);
      }
      const page = await registry.request("/collectives/acme/settings/audit", {
        headers: { cookie },
      });
      assert.equal(page.status, expected);
      const html = await page.text();
      assert.equal(html.includes("created the collective"), expected === 200);
    });
  }
}

async function reader(registry: TestRegistry, ada: Person, role: string | undefined) {
  if (role === "owner") return ada;
  const person = await signUp(registry, "eve");
  if (role !== undefined) await join(registry, ada, "acme", person, role);
  return person;
}
