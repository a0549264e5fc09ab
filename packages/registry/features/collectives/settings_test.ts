import assert from "node:assert/strict";
import { collective, join, type Person, send, signUp, token } from "../identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { testEmbedded } from "../../testing/engine.ts";

function patch(registry: TestRegistry, by: Person, body: unknown, slug = "acme") {
  return send(registry, `PATCH /api/v1/collectives/${slug}`, { cookie: by.cookie, body });
}

Deno.test("a PATCH changes what is given and keeps the rest (spec 4.3)", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme", { description: "Anvils" });
  const one = await patch(registry, ada, { private: true });
  assert.deepEqual([one.status, one.body.private, one.body.description], [200, true, "Anvils"]);
  const two = await patch(registry, ada, {
    description: null,
    hideIssuesByDefault: true,
    hideMembersFromPublic: true,
  });
  const { description, hideIssuesByDefault, hideMembersFromPublic } = two.body;
  assert.deepEqual(
    [description, two.body.private, hideIssuesByDefault, hideMembersFromPublic],
    [null, true, true, true],
  );
  const read = await send(registry, "GET /api/v1/collectives/acme", { cookie: ada.cookie });
  assert.deepEqual(read.body, two.body);
});

Deno.test("empty body, unknown field, wrong type and applyToExisting are 400 (spec 7)", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  for (
    const body of [
      {},
      { private: "yes" },
      { private: null },
      { description: 7 },
      { description: "x".repeat(501) },
      { name: "Acme" },
      { slug: "other" },
      { plan: "enterprise" },
      { hideIssuesByDefault: true, applyToExisting: true },
      [],
      null,
      "private",
    ]
  ) {
    const answer = await patch(registry, ada, body);
    assert.equal(answer.status, 400, JSON.stringify(body));
  }
  const none = await send(registry, "PATCH /api/v1/collectives/acme", { cookie: ada.cookie });
  assert.equal(none.status, 400);
  const broken = await registry.request("/api/v1/collectives/acme", {
    method: "PATCH",
    headers: { cookie: ada.cookie, "content-type": "application/json" },
    body: '{"private": tr',
  });
  assert.deepEqual([broken.status, (await broken.json()).code], [400, "malformed_body"]);
});

Deno.test("hidden members are hidden from outsiders on the enterprise plan only (spec 2.4)", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const bob = await signUp(registry, "bob");
  await collective(registry, ada, "acme");
  await patch(registry, ada, { hideMembersFromPublic: true });
  const seenBy = async (person: Person, query = "") =>
    (await send(registry, `GET /api/v1/collectives/acme/members${query}`, {
      cookie: person.cookie,
    })).body;
  assert.equal((await seenBy(bob)).members.length, 1, "stored, without effect on the free plan");
  await registry.services.db.updateTable("collective").set({ plan: "enterprise" })
    .where("slug", "=", "acme").execute();
  assert.deepEqual(await seenBy(bob), { members: [], nextCursor: null, hidden: true });
  const named = await seenBy(bob, "?username=ada");
  assert.deepEqual(named, await seenBy(bob, "?username=nobody"), "asking by name tells nothing");
  assert.deepEqual((await seenBy(ada, "?username=bob")).members, []);
  assert.equal((await seenBy(ada, "?username=ada")).members.length, 1);
  const { key } = await token(registry, ada, "acme", ["collective:read"]);
  const own = await send(registry, "GET /api/v1/collectives/acme/members", { bearer: key });
  assert.equal(own.body.members.length, 1);
});

Deno.test("a private and an absent collective are answered alike: status, headers, and a body that names what was asked for", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const eve = await signUp(registry, "eve");
  await collective(registry, ada, "hidden-club", { private: true });
  for (
    const [method, rest, body] of [
      ["GET", ""],
      ["GET", "/members"],
      ["GET", "/extensions"],
      ["GET", "/invitations"],
      ["GET", "/api-tokens"],
      ["PATCH", "", { private: false }],
      ["POST", "/invite", { username: "eve" }],
      ["POST", "/delete"],
      ["POST", "/leave"],
    ] as const
  ) {
    const ask = async (slug: string) => {
      const answer = await send(registry, `${method} /api/v1/collectives/${slug}${rest}`, {
        cookie: eve.cookie,
        ...(body === undefined ? {} : { body }),
      });
      assert.equal(answer.body.error, `There is no collective '${slug}'`);
      return [answer.status, { ...answer.body, error: "" }, [...answer.headers]];
    };
    const hidden = await ask("hidden-club");
    assert.equal(hidden[0], 404);
    assert.deepEqual(hidden, await ask("absent-club"));
  }
});

Deno.test("a private and an absent collective cost the same queries", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const eve = await signUp(registry, "eve");
  await collective(registry, ada, "hidden-club", { private: true });
  const queries = async (slug: string) => {
    const seen: string[] = [];
    const { db } = registry.services;
    const executor = db.getExecutor();
    const compile = executor.compileQuery.bind(executor);
    executor.compileQuery = (...input: Parameters<typeof compile>) => {
      const query = compile(...input);
      seen.push(query.sql);
      return query;
    };
    await send(registry, `GET /api/v1/collectives/${slug}`, { cookie: eve.cookie });
    executor.compileQuery = compile;
    return seen;
  };
  // The first request of a session looks the session up; what it costs tells of no collective.
  await queries("absent-club");
  const hidden = await queries("hidden-club");
  assert.ok(hidden.length > 0);
  assert.deepEqual(hidden, await queries("absent-club"));
});

Deno.test("members are paged by cursor, each once, in the order they joined", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { id } = await collective(registry, ada, "acme");
  const { db } = registry.services;
  const at = "2026-01-01T00:00:00.000Z";
  const users = Array.from({ length: 501 }, (_, index) => ({
    id: `u${index}`,
    name: `User ${index}`,
    email: `u${index}@example.org`,
    username: `user${index}`,
    displayUsername: null,
    image: null,
    emailVerified: 0,
    createdAt: at,
    updatedAt: at,
  }));
  await db.insertInto("user").values(users).execute();
  await db.insertInto("collective_member").values(users.map((user) => ({
    id: crypto.randomUUID(),
    collective_id: id,
    user_id: user.id,
    role: "member" as const,
    created_at: at,
  }))).execute();
  const seen: string[] = [];
  let cursor: string | null = "";
  let pages = 0;
  while (cursor !== null) {
    const more: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const { status, body } = await send(
      registry,
      `GET /api/v1/collectives/acme/members?limit=100${more}`,
      { cookie: ada.cookie },
    );
    assert.equal(status, 200);
    seen.push(...body.members.map(({ userId }: { userId: string }) => userId));
    cursor = body.nextCursor;
    pages++;
  }
  assert.equal(pages, 6);
  assert.equal(new Set(seen).size, 502);
  assert.equal(seen.length, 502);
  assert.equal(seen.at(-1), ada.id, "who joined last comes last");
  for (const query of ["limit=0", "limit=201", "limit=x", "cursor=nonsense"]) {
    const answer = await send(registry, `GET /api/v1/collectives/acme/members?${query}`, {
      cookie: ada.cookie,
    });
    assert.equal(answer.status, 400, query);
  }
});

testEmbedded("a page of members is found by index, not by reading them all", async () => {
  await using registry = await testRegistry();
  const { db } = registry.services;
  const { CompiledQuery } = await import("kysely");
  const plan = await db.executeQuery<{ detail: string }>(CompiledQuery.raw(
    `explain query plan select member.id from collective_member as member
     inner join user on user.id = member.user_id
     where member.collective_id = 'c' and (member.created_at, member.id) > ('a', 'b')
     order by member.created_at, member.id limit 51`,
  ));
  const details = plan.rows.map(({ detail }) => detail).join("\n");
  assert.match(details, /SEARCH member USING (?:COVERING )?INDEX collective_member_page/);
  assert.doesNotMatch(details, /SCAN|TEMP B-TREE/);
});

Deno.test("of many who create one slug at once, one gets it", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      send(registry, "POST /api/v1/collectives/create", {
        cookie: ada.cookie,
        body: { slug: index % 2 === 0 ? "acme" : "a-cme" },
      })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.ok(answers.every(({ status }) => status === 200 || status === 409));
});

Deno.test("the first-party slug and reserved ones are for the server's administrators alone", async () => {
  await using registry = await testRegistry({ environment: { SVC_ADMINS: "root-ada" } });
  const ada = await signUp(registry, "root-ada");
  const eve = await signUp(registry, "eve");
  const create = (by: Person, slug: string) =>
    send(registry, "POST /api/v1/collectives/create", { cookie: by.cookie, body: { slug } });
  assert.deepEqual((await create(eve, "svc")).body.code, "name_reserved");
  assert.deepEqual((await create(eve, "staff")).body.code, "name_reserved");
  assert.equal((await create(ada, "staff")).status, 200);
  assert.equal((await create(ada, "svc")).status, 200);
  assert.equal((await create(ada, "svc")).status, 409);
});

Deno.test("who may see the billing status: owners and admins; for others the field is missing (spec 2.5)", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const bob = await signUp(registry, "bob");
  const eve = await signUp(registry, "eve");
  await collective(registry, ada, "acme");
  await join(registry, ada, "acme", bob);
  const seen = async (person: Person) =>
    (await send(registry, "GET /api/v1/collectives/acme", { cookie: person.cookie })).body;
  assert.equal((await seen(ada)).subscriptionStatus, null);
  assert.ok(!Object.hasOwn(await seen(bob), "subscriptionStatus"));
  assert.equal((await seen(bob)).plan, "free");
  assert.ok(!Object.hasOwn(await seen(eve), "plan"));
  assert.equal((await seen(eve)).role, null);
});
