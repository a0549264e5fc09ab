import assert from "node:assert/strict";
import fc from "fast-check";
import { type Person, send, signUp, token } from "../identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";

const NAMES = ["olga", "adam", "mary", "zoe"];
const ROLES = ["member", "admin", "owner"];

/** One thing somebody tries; most of it is refused, and that is the point. */
type Step =
  | { act: "invite"; by: number; who: number; role: number }
  | { act: "accept" | "leave"; by: number }
  | { act: "remove"; by: number; who: number }
  | { act: "role"; by: number; who: number; role: number }
  | { act: "token" | "delete"; by: number };

const person = fc.nat(NAMES.length - 1);
const role = fc.nat(ROLES.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constant("invite" as const), by: person, who: person, role }),
  fc.record({ act: fc.constant("accept" as const), by: person }),
  fc.record({ act: fc.constant("accept" as const), by: person }),
  fc.record({ act: fc.constant("leave" as const), by: person }),
  fc.record({ act: fc.constant("remove" as const), by: person, who: person }),
  fc.record({ act: fc.constant("role" as const), by: person, who: person, role }),
  fc.record({ act: fc.constant("token" as const), by: person }),
  { arbitrary: fc.record({ act: fc.constant("delete" as const), by: person }), weight: 1 },
);

Deno.test("no sequence of joining, promoting, leaving and deleting leaves a collective without an owner, an outsider with a right, or a dead collective's token alive", async () => {
  await using registry = await testRegistry();
  const people: Person[] = [];
  for (const name of NAMES) people.push(await signUp(registry, name));
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 25 }),
      fc.boolean(),
      async (steps, atOnce) => {
        const slug = `club-${run++}`;
        const made = await send(registry, "POST /api/v1/collectives/create", {
          cookie: people[0]!.cookie,
          body: { slug, private: true },
        });
        assert.equal(made.status, 200);
        const keys = [(await token(registry, people[0]!, slug, ["collective:read"])).key];
        if (atOnce) {
          await Promise.all(steps.map((each) => attempt(registry, people, slug, each, keys)));
        } else {
          for (const each of steps) await attempt(registry, people, slug, each, keys);
        }
        await check(registry, people, made.body.id, slug, keys);
      },
    ),
    { numRuns: 25 },
  );
});

async function attempt(
  registry: TestRegistry,
  people: readonly Person[],
  slug: string,
  step: Step,
  keys: string[],
): Promise<void> {
  const base = `/api/v1/collectives/${slug}`;
  const { cookie } = people[step.by]!;
  const member = async (who: number) => {
    const row = await registry.services.db.selectFrom("collective_member as member")
      .innerJoin("collective", "collective.id", "member.collective_id")
      .where("collective.slug", "=", slug).where("member.user_id", "=", people[who]!.id)
      .select("member.id").executeTakeFirst();
    return row?.id ?? crypto.randomUUID();
  };
  const request = async (line: string, body?: unknown) => {
    const answer = await send(registry, line, { cookie, ...(body === undefined ? {} : { body }) });
    assert.ok(answer.status < 500, `${line}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
  switch (step.act) {
    case "invite":
      await request(`POST ${base}/invite`, {
        username: NAMES[step.who],
        role: ROLES[step.role],
      });
      return;
    case "accept": {
      const own = await request("GET /api/v1/invitations");
      for (const { id, collective } of own.body.invitations) {
        if (collective.slug === slug) await request(`POST /api/v1/invitations/${id}/accept`);
      }
      return;
    }
    case "leave":
      await request(`POST ${base}/leave`);
      return;
    case "remove":
      await request(`DELETE ${base}/members/${await member(step.who)}`);
      return;
    case "role":
      await request(`PATCH ${base}/members/${await member(step.who)}`, { role: ROLES[step.role] });
      return;
    case "token": {
      const made = await request(`POST ${base}/api-tokens`, {
        name: "t",
        scopes: ["collective:read"],
      });
      if (made.status === 200) keys.push(made.body.key);
      return;
    }
    case "delete":
      await request(`POST ${base}/delete`);
  }
}

/** Whoever does not belong finds nothing behind any door of a private collective. */
async function assertNoRight(registry: TestRegistry, person: Person, slug: string): Promise<void> {
  const name = `@${slug}/tool`;
  const path = `/api/v1/extensions/${encodeURIComponent(name)}`;
  const doors: [string, unknown?][] = [
    [`GET /api/v1/collectives/${slug}/members`],
    [`GET /api/v1/collectives/${slug}/extensions`],
    [`GET /api/v1/collectives/${slug}/serve-instances`],
    [`GET /api/v1/collectives/${slug}/billing`],
    [`PATCH /api/v1/collectives/${slug}/billing`, { plan: "team" }],
    [`PATCH /api/v1/collectives/${slug}`, { description: "Taken over" }],
    ["POST /api/v1/extensions/push", { name, version: "2026.01.02.1" }],
    ["POST /api/v1/extensions/confirm", { name, version: "2026.01.02.1" }],
    [`POST ${path}/yank`, { reason: "mine" }],
    [`POST ${path}/promote`, { version: "2026.01.02.1", toChannel: "stable" }],
    ["POST /api/v1/lab/issues", { type: "bug", title: "Hello", collective: slug }],
    [`GET /api/v1/lab/assignees?collective=${slug}`],
    [`GET /api/v1/profiles/${slug}`],
  ];
  for (const [line, body] of doors) {
    const answer = await send(registry, line, {
      cookie: person.cookie,
      ...(body === undefined ? {} : { body }),
    });
    assert.equal(answer.status, 404, `${person.username}: ${line}`);
  }
}

async function check(
  registry: TestRegistry,
  people: readonly Person[],
  id: string,
  slug: string,
  keys: readonly string[],
): Promise<void> {
  const { db } = registry.services;
  const { deleted_at } = await db.selectFrom("collective").select("deleted_at").where("id", "=", id)
    .executeTakeFirstOrThrow();
  const members = await db.selectFrom("collective_member").selectAll()
    .where("collective_id", "=", id).execute();
  if (deleted_at === null) {
    assert.ok(members.some(({ role }) => role === "owner"), "an owner is left");
  } else {
    assert.deepEqual(members, []);
    const invitations = await db.selectFrom("collective_invitation").select("id")
      .where("collective_id", "=", id).execute();
    assert.deepEqual(invitations, []);
  }
  assert.equal(new Set(members.map(({ user_id }) => user_id)).size, members.length);
  for (const person of people) {
    const { status } = await send(registry, `GET /api/v1/collectives/${slug}`, {
      cookie: person.cookie,
    });
    const belongs = members.some(({ user_id }) => user_id === person.id);
    assert.equal(status, belongs ? 200 : 404, `${person.username} in ${slug}`);
    if (!belongs) await assertNoRight(registry, person, slug);
  }
  for (const key of keys) {
    const { status } = await send(registry, "GET /api/whoami", { bearer: key });
    assert.equal(
      status,
      deleted_at === null ? 200 : 401,
      "a token lives as long as its collective",
    );
  }
  const stale = await db.selectFrom("collective_invitation").select(["invited_by", "role"])
    .where("collective_id", "=", id).execute();
  for (const { invited_by, role } of stale) {
    const inviter = members.find(({ user_id }) => user_id === invited_by)?.role;
    assert.ok(
      inviter === "owner" || (inviter === "admin" && role !== "owner"),
      "an invitation stands by a right its maker still has",
    );
  }
}
