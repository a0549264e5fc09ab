import assert from "node:assert/strict";
import {
  collective,
  join,
  type Person,
  personalKey,
  send,
  signUp,
  token,
} from "../../identity/testing.ts";
import { packageOf } from "../../../testing/extensions/package.ts";
import {
  announcementOf,
  published,
  push,
  send as sendWithKey,
  upload,
} from "../../../testing/extensions/push.ts";
import { type TestRegistry, testRegistry } from "../../../testing.ts";

const OLD = "@mill/tool";
const NEW = "@acme/tool";
const FIRST = "2026.01.02.1";
const SECOND = "2026.01.03.1";

interface Options {
  /** Which of the two collectives are private. */
  old?: "private";
  new?: "private";
}

/** `ada` owns `@mill`, which has `tool`, and `nina` owns `@acme`; `oli` and `nat` are members. */
async function world(options: Options = {}) {
  const registry = await testRegistry();
  const people: Record<string, Person> = {};
  for (const name of ["ada", "nina", "oli", "nat", "sam"]) {
    people[name] = await signUp(registry, name);
  }
  const { ada, nina, oli, nat, sam } = people as Record<
    "ada" | "nina" | "oli" | "nat" | "sam",
    Person
  >;
  await collective(registry, ada, "mill", { private: options.old === "private" });
  await collective(registry, nina, "acme", { private: options.new === "private" });
  await join(registry, ada, "mill", oli, "member");
  await join(registry, nina, "acme", nat, "member");
  // Nobody offers what they cannot name: who is not in a private collective does not see it.
  if (options.new === "private") await join(registry, nina, "acme", ada, "member");
  const adaKey = (await personalKey(registry, ada)).key;
  const ninaKey = (await personalKey(registry, nina)).key;
  await published(registry, adaKey, { name: OLD, version: FIRST });
  return { registry, ada, nina, oli, nat, sam, adaKey, ninaKey };
}

const offer = (registry: TestRegistry, by: Person, name = OLD, to = "acme", more = {}) =>
  send(registry, `POST /api/v1/extensions/${encodeURIComponent(name)}/transfer`, {
    cookie: by.cookie,
    body: { to, ...more },
  });

const accept = (registry: TestRegistry, by: Person, extension = OLD, slug = "acme") =>
  send(registry, `POST /api/v1/collectives/${slug}/transfers/accept`, {
    cookie: by.cookie,
    body: { extension },
  });

async function transferred(
  registry: TestRegistry,
  [from, to]: [Person, Person],
  name = OLD,
  slug = "acme",
  more = {},
) {
  const offered = await offer(registry, from, name, slug, more);
  assert.equal(offered.status, 200, JSON.stringify(offered.body));
  const accepted = await accept(registry, to, name, slug);
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
  return accepted.body as { name: string; formerName: string };
}

const at = (name: string, below = "") =>
  `GET /api/v1/extensions/${encodeURIComponent(name)}${below}`;

Deno.test("a transferred extension is read by both names, the old one as it was given away", async () => {
  const { registry, ada, nina, ninaKey, adaKey } = await world();
  await using _ = registry;
  const before = (await send(registry, at(OLD, `@${FIRST}/checksum`))).body;
  assert.deepEqual(await transferred(registry, [ada, nina]), { name: NEW, formerName: OLD });
  await published(registry, ninaKey, { name: NEW, version: SECOND });

  /** What each name answers: the old one only what it had. */
  for (const [name, versions] of [[OLD, [FIRST]], [NEW, [SECOND, FIRST]]] as const) {
    const info = (await send(registry, at(name))).body;
    assert.deepEqual([info.name, info.latestVersion], [name, versions[0]], name);
    assert.equal(info.namespace, name.split("/")[0]);
    assert.equal(info.supersededBy, name === OLD ? NEW : null);
    assert.equal(info.deprecatedAt === null, name === NEW);
    assert.equal((await send(registry, at(name, "/latest"))).body.latestVersion, versions[0]);
    const listed = (await send(registry, at(name, "/versions"))).body;
    assert.deepEqual(listed.versions.map(({ version }: { version: string }) => version), versions);
    assert.equal(listed.meta.total, versions.length);
    const [status] = (await send(
      registry,
      `GET /api/v1/extensions/status?extension=${encodeURIComponent(`${name}@${FIRST}`)}` +
        "&publishedBefore=2099-01-01T00:00:00.000Z",
    )).body.extensions;
    assert.deepEqual(
      [status.name, status.latest.stable, status.eligible.stable, status.installed.version],
      [name, versions[0], versions[0], FIRST],
    );
    const document = (await send(registry, `GET /index/${name}.json`)).body;
    assert.deepEqual(
      document.versions.map(({ version }: { version: string }) => version),
      versions.toReversed(),
    );
    for (const version of [FIRST, SECOND]) {
      const there = versions.some((one) => one === version);
      const path = `@${version}`;
      assert.equal((await send(registry, at(name, `${path}/download`))).status, there ? 302 : 404);
      const card = await send(registry, at(name, `/scorecard?version=${version}`));
      assert.equal(card.status, there ? 200 : 404);
      const { status, body } = await send(registry, at(name, `${path}/checksum`));
      assert.equal(status, there ? 200 : 404);
      if (version === FIRST) assert.deepEqual(body, { ...before, publishedAs: OLD });
      else if (there) assert.equal(body.publishedAs, undefined);
    }
  }
  const page = await registry.request(`/extensions/${OLD}`);
  assert.deepEqual([page.status, page.headers.get("location")], [303, `/extensions/${NEW}`]);
  assert.match(await (await registry.request(`/extensions/${NEW}`)).text(), /has another owner/);

  for (const [key, code] of [[adaKey, "extension_moved"], [ninaKey, "role_too_low"]] as const) {
    const refused = await push(registry, key, { name: OLD, version: SECOND });
    assert.equal((await refused.json()).code, code);
  }
});

Deno.test("search, mirrors and dependents follow an extension to its new name", async () => {
  const { registry, ada, nina, sam } = await world();
  await using _ = registry;
  await collective(registry, sam, "makers");
  await published(registry, (await personalKey(registry, sam)).key, {
    name: "@makers/needs",
    manifest: { dependencies: [OLD] },
  });
  const changed = async (since: number) => {
    const { body } = await send(registry, `GET /index?since=${since}`);
    const names = body.changes.map((
      { name, removed }: { name: string; removed: boolean },
    ) => [name, removed]);
    return { names: names.sort(), next: body.next as number };
  };
  const { next } = await changed(0);
  await transferred(registry, [ada, nina]);
  const after = await changed(next);
  assert.deepEqual(after.names, [[NEW, false], [OLD, false]]);
  const found = async (q: string) =>
    (await send(registry, `GET /api/v1/extensions/search?q=${encodeURIComponent(q)}`)).body
      .extensions.map(({ name }: { name: string }) => name);
  assert.deepEqual((await found("tool")).filter((name: string) => name.endsWith("/tool")), [NEW]);
  const dependencies = await (await registry.request(`/extensions/${NEW}/dependencies`)).text();
  assert.match(dependencies, /@makers\/needs/);

  // What a stranger was answered by the old name ends with a change by the new one.
  const yankedAt = async () =>
    (await send(registry, at(OLD, "/versions"))).body.versions[0].yankedAt;
  assert.equal(await yankedAt(), null);
  const yank = `POST /api/v1/extensions/${encodeURIComponent(NEW)}@${FIRST}/yank`;
  assert.equal(
    (await send(registry, yank, { cookie: nina.cookie, body: { reason: "Broken" } })).status,
    200,
  );
  assert.notEqual(await yankedAt(), null);
  assert.deepEqual((await changed(after.next)).names, [[NEW, false], [OLD, false]]);
});

/**
 * Who sees an extension by which name, after it moved: a name is seen as the collective is whose name
 * it is. `told`: by the old name the new one is named.
 */
type Sees = Record<"old" | "new" | "told", boolean>;
const nothing = { old: false, new: false, told: false };
const SEEN: Readonly<Record<string, [Options, Record<"sam" | "oli" | "nat", Sees>]>> = {
  "from public to public": [{}, {
    sam: { old: true, new: true, told: true },
    oli: { old: true, new: true, told: true },
    nat: { old: true, new: true, told: true },
  }],
  "from public to private": [{ new: "private" }, {
    sam: { old: true, new: false, told: false },
    oli: { old: true, new: false, told: false },
    // By a public name everybody is told the same.
    nat: { old: true, new: true, told: false },
  }],
  "from private to public": [{ old: "private" }, {
    sam: { old: false, new: true, told: false },
    oli: { old: true, new: true, told: true },
    nat: { old: false, new: true, told: false },
  }],
  "from private to private": [{ old: "private", new: "private" }, {
    sam: nothing,
    oli: { old: true, new: false, told: false },
    nat: { old: false, new: true, told: false },
  }],
};

for (const [what, [options, rows]] of Object.entries(SEEN)) {
  Deno.test(`who sees a transferred extension by which name: ${what}`, async () => {
    const all = await world(options);
    const { registry, ada, nina, ninaKey } = all;
    await using _ = registry;
    const makesPublic = options.old === "private" && options.new !== "private";
    await transferred(registry, [ada, nina], OLD, "acme", { makesPublic });
    await published(registry, ninaKey, {
      name: NEW,
      version: SECOND,
      manifest: { description: "Since then" },
    });
    const absent = async (cookie: string) => {
      const { status, body } = await send(registry, at("@mill/absent"), { cookie });
      return JSON.stringify([status, { ...body, requestId: "" }]).replaceAll(
        "@mill/absent",
        "NAME",
      );
    };
    for (const [who, sees] of Object.entries(rows) as ["sam" | "oli" | "nat", Sees][]) {
      const { cookie } = all[who];
      const read = async (name: string) => {
        const { status, body } = await send(registry, at(name), { cookie });
        const text = JSON.stringify([status, { ...body, requestId: "" }]);
        return { status, text, body };
      };
      const [byOld, byNew] = [await read(OLD), await read(NEW)];
      assert.deepEqual(
        {
          old: byOld.status === 200,
          new: byNew.status === 200,
          told: byOld.text.includes(NEW),
        },
        sees,
        who,
      );
      if (sees.old) assert.doesNotMatch(byOld.text, /Since then|2026\.01\.03/, who);
      else assert.equal(byOld.text.replaceAll(OLD, "NAME"), await absent(cookie), who);
      const lockfile = await send(registry, at(OLD, `@${FIRST}/download`), { cookie });
      assert.equal(lockfile.status, sees.old ? 302 : 404, who);
      if (sees.new) assert.equal(byNew.body.transferred.from, options.old ? null : OLD);
    }
    const { body } = await send(registry, "GET /index");
    const known = body.changes.filter((one: { removed: boolean }) => !one.removed)
      .map(({ name }: { name: string }) => name).sort();
    assert.deepEqual(known, [
      ...(options.new === "private" ? [] : [NEW]),
      ...(options.old === "private" ? [] : [OLD]),
    ]);
  });
}

type World = Awaited<ReturnType<typeof world>>;

/** What happens between an offer and its acceptance, by which it ends. */
const ENDED: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  "who offered it is an owner no longer": async ({ registry, ada, oli }) => {
    const { db } = registry.services;
    await db.updateTable("collective_member").set({ role: "owner" })
      .where("user_id", "=", oli.id).execute();
    await db.updateTable("collective_member").set({ role: "admin" })
      .where("user_id", "=", ada.id).execute();
  },
  "who offered it has left": ({ registry, ada }) =>
    registry.services.db.deleteFrom("collective_member").where("user_id", "=", ada.id).execute(),
  "who offered it was disabled": ({ registry: { services }, ada }) =>
    services.db.insertInto("disabled_user")
      .values({ user_id: ada.id, at: services.now().toISOString(), reason: "Stolen" }).execute(),
  "it was withdrawn": ({ registry, ada }) =>
    send(registry, `DELETE /api/v1/extensions/${encodeURIComponent(OLD)}/transfer`, {
      cookie: ada.cookie,
    }),
  "it ran out": ({ registry: { services } }) =>
    services.db.updateTable("extension_transfer").set({ expires_at: services.now().toISOString() })
      .execute(),
  "its collective was deleted": ({ registry: { services } }) =>
    services.db.updateTable("collective").set({ deleted_at: services.now().toISOString() })
      .where("slug", "=", "mill").execute(),
  "it was taken down": ({ registry: { services } }) =>
    services.db.updateTable("extension").set({ taken_down_at: services.now().toISOString() })
      .execute(),
  "it was offered to another collective": async ({ registry, ada, sam }) => {
    await collective(registry, sam, "other");
    await offer(registry, ada, OLD, "other");
  },
  "its collective became private, and everybody would read it": ({ registry: { services } }) =>
    services.db.updateTable("collective").set({ private: 1 }).where("slug", "=", "mill").execute(),
};

for (const [what, end] of Object.entries(ENDED)) {
  Deno.test(`an offer cannot be accepted when ${what}`, async () => {
    const all = await world();
    const { registry, ada, nina } = all;
    await using _ = registry;
    assert.equal((await offer(registry, ada)).status, 200);
    await end(all);
    const { body: listed } = await send(registry, "GET /api/v1/collectives/acme/transfers", {
      cookie: nina.cookie,
    });
    assert.deepEqual(listed.transfers, []);
    const { status, body } = await accept(registry, nina);
    assert.deepEqual([status, body.code], [404, "not_found"]);
    const rows = await registry.services.db.selectFrom("extension").select("name").execute();
    assert.deepEqual(rows.map(({ name }) => name), [OLD]);
  });
}

/** What cannot be offered, by whom and why. */
const REFUSED: Readonly<
  Record<string, [(world: World) => ReturnType<typeof offer>, status: number, code: string]>
> = {
  "by a member": [({ registry, oli }) => offer(registry, oli), 403, "role_too_low"],
  "by a stranger": [({ registry, sam }) => offer(registry, sam), 403, "role_too_low"],
  "to its own collective": [
    ({ registry, ada }) => offer(registry, ada, OLD, "mill"),
    409,
    "conflict",
  ],
  "to a collective that is not there": [
    ({ registry, ada }) => offer(registry, ada, OLD, "absent"),
    404,
    "not_found",
  ],
  "to one that has the name": [
    async ({ registry, ada, ninaKey }) => {
      await published(registry, ninaKey, { name: NEW });
      return await offer(registry, ada);
    },
    409,
    "name_taken",
  ],
  "to one that has a name like it": [
    async ({ registry, ada, ninaKey }) => {
      await published(registry, ninaKey, { name: "@acme/t00l" });
      return await offer(registry, ada);
    },
    409,
    "name_too_close",
  ],
};

for (const [what, [ask, status, code]] of Object.entries(REFUSED)) {
  Deno.test(`an extension is not offered ${what}`, async () => {
    const all = await world();
    await using _ = all.registry;
    const answer = await ask(all);
    assert.deepEqual([answer.status, answer.body.code], [status, code]);
  });
}

Deno.test("a private extension is offered to a public collective only when that is said", async () => {
  const { registry, ada, nina } = await world({ old: "private" });
  await using _ = registry;
  const { status, body } = await offer(registry, ada);
  assert.deepEqual([status, body.code], [409, "conflict"]);
  assert.match(body.error, /everybody could read/);
  await transferred(registry, [ada, nina], OLD, "acme", { makesPublic: true });
});

Deno.test("an offer to a private collective that the owner does not see is one to none", async () => {
  const { registry, ada, sam } = await world();
  await using _ = registry;
  await collective(registry, sam, "hidden", { private: true });
  const answers = [];
  for (const slug of ["hidden", "absent"]) {
    const { status, body } = await offer(registry, ada, OLD, slug);
    answers.push(JSON.stringify([status, { ...body, requestId: "" }]).replaceAll(slug, "SLUG"));
  }
  assert.equal(answers[0], answers[1]);
});

Deno.test("of two who accept at one moment, one gets it, and only owners there do", async () => {
  const { registry, ada, nina, nat, sam } = await world();
  await using _ = registry;
  await offer(registry, ada);
  assert.equal((await accept(registry, nat)).body.code, "role_too_low");
  assert.equal((await accept(registry, sam)).body.code, "role_too_low");
  await collective(registry, sam, "other");
  assert.equal((await accept(registry, sam, OLD, "other")).body.code, "not_found");
  const answers = await Promise.all([accept(registry, nina), accept(registry, nina)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
});

Deno.test("who gave an extension away changes nothing of it by the name it had", async () => {
  const { registry, ada, nina, adaKey } = await world();
  await using _ = registry;
  const { key: robot } = await token(registry, ada, "mill", ["extensions:*"]);
  await transferred(registry, [ada, nina]);
  const reason = { reason: "Mine" };
  const E = `/api/v1/extensions/${encodeURIComponent(OLD)}`;
  for (
    const [line, body] of [
      [`PATCH ${E}`, { description: "Mine" }],
      [`POST ${E}/yank`, reason],
      [`POST ${E}@${FIRST}/yank`, reason],
      [`POST ${E}/deprecate`, reason],
      [`POST ${E}/rescore`, undefined],
      [`POST ${E}/transfer`, { to: "ada" }],
      [`DELETE ${E}/transfer`, undefined],
    ] as const
  ) {
    const answer = await send(registry, line, { cookie: ada.cookie, body });
    assert.deepEqual([answer.status, answer.body.code], [409, "extension_moved"], line);
    assert.match(answer.body.hint, /Its page says where/);
  }
  // Its tokens: neither by the name it had nor by the one it has.
  const promote = { version: FIRST, toChannel: "stable" };
  const asToken = (name: string) =>
    send(registry, `POST /api/v1/extensions/${encodeURIComponent(name)}/promote`, {
      bearer: robot,
      body: promote,
    });
  assert.equal((await asToken(OLD)).body.code, "extension_moved");
  assert.equal((await asToken(NEW)).body.code, "wrong_collective");
  for (const key of [robot, adaKey]) {
    assert.equal(
      (await (await push(registry, key, { name: OLD, version: SECOND })).json()).code,
      "extension_moved",
    );
  }
  assert.equal(
    (await (await push(registry, robot, { name: NEW, version: SECOND })).json()).code,
    "wrong_collective",
  );
  // Nor a name that people take for it.
  assert.equal(
    (await (await push(registry, adaKey, { name: "@mill/t00l" })).json()).code,
    "name_too_close",
  );
  const { body } = await send(registry, at(NEW));
  assert.deepEqual([body.yankedAt, body.deprecatedAt], [null, null]);
});

Deno.test("a version that was uploaded before the transfer is not published after it", async () => {
  const { registry, ada, nina, adaKey } = await world();
  await using _ = registry;
  const announcement = announcementOf({ name: OLD, version: SECOND });
  const sent = await upload(registry, adaKey, announcement, await packageOf(announcement));
  assert.equal(sent.status, 200);
  await transferred(registry, [ada, nina]);
  const confirm = "/api/v1/extensions/confirm";
  const answer = await sendWithKey(registry, "POST", confirm, adaKey, announcement);
  assert.deepEqual([answer.status, (await answer.json()).code], [409, "extension_moved"]);
});

Deno.test("an extension goes to another collective and back: each name keeps what it had", async () => {
  const { registry, ada, nina, adaKey, ninaKey } = await world();
  await using _ = registry;
  await transferred(registry, [ada, nina]);
  await published(registry, ninaKey, { name: NEW, version: SECOND });
  assert.deepEqual(await transferred(registry, [nina, ada], NEW, "mill"), {
    name: OLD,
    formerName: NEW,
  });
  await published(registry, adaKey, { name: OLD, version: "2026.01.04.1" });
  const versions = async (name: string) =>
    (await send(registry, at(name, "/versions"))).body.versions
      .map(({ version }: { version: string }) => version);
  assert.deepEqual(await versions(OLD), ["2026.01.04.1", SECOND, FIRST]);
  assert.deepEqual(await versions(NEW), [SECOND]);
  const aliases = await registry.services.db.selectFrom("extension_alias").select("name").execute();
  assert.deepEqual(aliases.map(({ name }) => name), [NEW]);
  assert.equal(
    (await (await push(registry, ninaKey, { name: NEW })).json()).code,
    "extension_moved",
  );
  // And again.
  await transferred(registry, [ada, nina]);
  assert.deepEqual(await versions(NEW), ["2026.01.04.1", SECOND, FIRST]);
  assert.deepEqual(await versions(OLD), ["2026.01.04.1", FIRST]);
});

Deno.test("the name of a deleted collective still restores lockfiles, and nothing else", async () => {
  const { registry, ada, nina } = await world();
  await using _ = registry;
  await transferred(registry, [ada, nina]);
  const removed = await send(registry, "POST /api/v1/collectives/mill/delete", {
    cookie: ada.cookie,
    body: {},
  });
  assert.equal(removed.status, 200, JSON.stringify(removed.body));
  assert.equal((await send(registry, at(OLD, `@${FIRST}/download`))).status, 302);
  assert.equal((await send(registry, at(OLD))).status, 404);
  assert.equal((await send(registry, at(NEW))).body.transferred.from, null);
});

Deno.test("what the operator takes down is gone by every name", async () => {
  const { registry, ada, nina } = await world();
  await using _ = registry;
  await transferred(registry, [ada, nina]);
  const { services } = registry;
  await services.db.updateTable("extension")
    .set({ taken_down_at: services.now().toISOString(), takedown_reason: "Malware" }).execute();
  for (const name of [OLD, NEW]) {
    const { status, body } = await send(registry, at(name, `@${FIRST}/download`));
    assert.deepEqual([status, body.code], [410, "taken_down"], name);
  }
});

Deno.test("a transfer is in the log of both collectives, and both are told", async () => {
  const { registry, ada, nina, nat } = await world();
  await using _ = registry;
  await transferred(registry, [ada, nina]);
  const { db } = registry.services;
  const events = await db.selectFrom("audit_event")
    .innerJoin("collective", "collective.id", "audit_event.collective_id")
    .select(["collective.slug", "audit_event.action", "audit_event.actor_user_id"])
    .where("audit_event.action", "like", "transfer.%").execute();
  assert.deepEqual(
    events.map((row) => [row.slug, row.action, row.actor_user_id]).sort(),
    [
      ["acme", "transfer.accepted", nina.id],
      ["mill", "transfer.completed", nina.id],
      ["mill", "transfer.offered", ada.id],
    ],
  );
  const told = async ({ cookie }: Person) =>
    (await send(registry, "GET /api/v1/notifications", { cookie })).body.notifications
      .map(({ title }: { title: string }) => title)
      .filter((title: string) => /transferred|offered/.test(title));
  assert.deepEqual(await told(ada), [`${OLD} was transferred to @acme`]);
  assert.deepEqual(await told(nina), [
    `${OLD} was transferred to @acme`,
    `${OLD} was offered to @acme`,
  ]);
  assert.deepEqual(await told(nat), [`${OLD} was transferred to @acme`]);
});

Deno.test("an extension is offered and accepted with the pages alone", async () => {
  const { registry, ada, nina, oli } = await world();
  await using _ = registry;
  const as = ({ cookie }: Person) => ({
    text: async (path: string) => {
      const headers = { cookie, accept: "text/html" };
      return await (await registry.request(path, { headers })).text();
    },
    post: async (path: string, fields: Record<string, string>) => {
      const headers = { cookie, accept: "text/html", origin: registry.services.config.baseUrl };
      const body = new URLSearchParams(fields);
      const response = await registry.request(path, { method: "POST", headers, body });
      assert.equal(response.status, 303, await response.text());
      return response.headers.get("location");
    },
  });
  const settings = `/extensions/${OLD}/settings`;
  assert.doesNotMatch(await as(oli).text(settings), /Transfer to another/);
  const giver = as(ada);
  assert.match(await giver.text(settings), /Transfer to another collective/);
  await giver.post("/extensions", { name: OLD, action: "transfer", to: "@acme" });
  assert.match(await giver.text(settings), /Offered to @acme/);
  await giver.post("/extensions", { name: OLD, action: "cancel-transfer" });
  assert.match(await giver.text(settings), /Transfer to another collective/);
  await giver.post("/extensions", { name: OLD, action: "transfer", to: "acme" });
  assert.doesNotMatch(await giver.text("/collectives/acme"), /is offered to you/);
  const taker = as(nina);
  const { body } = await send(registry, "GET /api/v1/notifications", { cookie: nina.cookie });
  const told = new URL(body.notifications[0].url).pathname;
  assert.match(await taker.text(told), /@mill\/tool is offered to you/);
  const led = await taker.post("/collectives/acme/transfers", { extension: OLD });
  assert.equal(led, `/extensions/${NEW}`);
});
