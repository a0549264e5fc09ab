import { deepEqual, equal, match } from "node:assert/strict";
import { enrolApp, type TestApp } from "../../features/factor/testing.ts";
import {
  collective,
  join,
  memberId,
  type Person,
  personalKey,
  send,
  type Sending,
  signUp,
  token,
} from "../../features/identity/testing.ts";
import { published } from "../../testing/extensions/push.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";

type Who = "owner with" | "owner without" | "member with" | "member without" | "token";
type Cell = "open" | "closed";

/**
 * What changes something in a collective, by SVC_SECOND_FACTOR and the setting of the collective; the
 * same by session and by personal key.
 */
const WRITES: readonly [server: string, collective: boolean, Record<Who, Cell>][] = [
  ["off", false, cells("open", "open")],
  ["off", true, cells("closed", "closed")],
  ["owners", false, cells("closed", "open")],
  ["owners", true, cells("closed", "closed")],
  ["required", false, cells("closed", "closed")],
];

function cells(owner: Cell, member: Cell): Record<Who, Cell> {
  return {
    "owner with": "open",
    "owner without": owner,
    "member with": "open",
    "member without": member,
    token: "open",
  };
}

const ANNOUNCED = { name: "@acme/hello", version: "2026.01.02.2" };
const ACME = "/api/v1/collectives/acme";

interface World {
  registry: TestRegistry;
  people: Record<Exclude<Who, "token">, Person>;
  app: TestApp;
  ways(who: Who): Sending[];
  exchange(who: Who): Promise<Sending>;
}

/** People with and without a factor in one collective, before anything is required. */
async function createWorld(registry: TestRegistry, required: boolean): Promise<World> {
  const people = {
    "owner with": await signUp(registry, "olga"),
    "owner without": await signUp(registry, "otto"),
    "member with": await signUp(registry, "mary"),
    "member without": await signUp(registry, "max"),
  };
  const owner = people["owner with"];
  await collective(registry, owner, "acme");
  await enrolApp(registry, people["member with"].cookie);
  const app = await enrolApp(registry, owner.cookie);
  await join(registry, owner, "acme", people["owner without"], "owner");
  await join(registry, owner, "acme", people["member with"]);
  await join(registry, owner, "acme", people["member without"]);
  const keys = new Map<Who, string>();
  for (const [who, person] of Object.entries(people)) {
    keys.set(who as Who, (await personalKey(registry, person)).key);
  }
  keys.set("token", (await token(registry, owner, "acme", ["collective:*"])).key);
  await published(registry, keys.get("owner with")!, { name: "@acme/hello" });
  if (required) equal((await setRequired(registry, owner, true)).status, 200);
  return {
    registry,
    people,
    app,
    ways: (who) => [
      { bearer: keys.get(who)! },
      ...(who === "token" ? [] : [{ cookie: people[who].cookie, headers: ORIGIN }]),
    ],
    async exchange(who) {
      const { body } = await send(registry, "POST /api/v1/auth/exchange", {
        bearer: keys.get(who)!,
      });
      return { bearer: body.token };
    },
  };
}

const ORIGIN = { origin: "http://registry.test" };

const setRequired = (registry: TestRegistry, { cookie }: Person, required: boolean) =>
  send(registry, `PUT ${ACME}/second-factor`, { cookie, body: { required } });

for (const [server, required, expected] of WRITES) {
  const named = `SVC_SECOND_FACTOR=${server}, ${required ? "required" : "not required"} in @acme`;
  Deno.test(`${named}: who may change something, read, leave and make tokens`, async () => {
    await using registry = await testRegistry({ environment: { SVC_SECOND_FACTOR: server } });
    const world = await createWorld(registry, required);
    const seen: Record<string, string> = {};
    for (const who of Object.keys(expected) as Who[]) {
      const outcomes = new Set<string>();
      for (const way of world.ways(who)) {
        const write = who === "token"
          ? await send(registry, `PATCH ${ACME}`, { ...way, body: { description: "A" } })
          : await send(registry, "POST /api/v1/extensions/%40acme%2Fhello/rescore", way);
        const closed = write.status === 403 && write.body.code === "second_factor_missing";
        outcomes.add(
          closed ? "closed" : write.status === 200 ? "open" : JSON.stringify(write.body),
        );
        if (closed) match(write.body.hint, /\/account\/security/);
        equal((await send(registry, `GET ${ACME}`, way)).status, 200, `${who} reads`);
      }
      seen[who] = [...outcomes].join(" or ");
    }
    deepEqual(seen, expected);

    const make = async (who: Who) => {
      const { status, body } = await send(registry, `POST ${ACME}/api-tokens`, {
        ...await world.exchange(who),
        body: { name: "t", scopes: ["lab:read"] },
      });
      return status === 200 ? "open" : body.code;
    };
    const asked = server !== "off" || required;
    equal(await make("owner with"), asked ? "second_factor_missing" : "open");
    equal(await make("owner without"), asked ? "second_factor_missing" : "open");

    const { cookie } = world.people["member without"];
    equal((await send(registry, `POST ${ACME}/leave`, { cookie })).status, 200, "may leave");
  });
}

Deno.test("a publish is a change: refused when it is announced, and when it is confirmed", async () => {
  await using registry = await testRegistry();
  const { people, ways } = await createWorld(registry, true);
  const [key] = ways("member without");
  for (const path of ["push", "confirm"]) {
    const answer = await send(registry, `POST /api/v1/extensions/${path}`, {
      ...key,
      body: ANNOUNCED,
    });
    equal(answer.body.code, "second_factor_missing", `${path}: ${JSON.stringify(answer.body)}`);
  }
  await enrolApp(registry, people["member without"].cookie);
  const answer = await send(registry, "POST /api/v1/extensions/push", { ...key, body: ANNOUNCED });
  equal(answer.status, 200, JSON.stringify(answer.body));
});

Deno.test("only an owner who has a factor requires one, by a proved session, and it is on record", async () => {
  await using registry = await testRegistry();
  const { people, app, ways } = await createWorld(registry, false);
  const code = async (who: Person) => (await setRequired(registry, who, true)).body.code;
  equal(await code(people["owner without"]), "rule_refused");
  equal(await code(people["member with"]), "role_too_low");
  const [key] = ways("owner with");
  const byKey = await send(registry, `PUT ${ACME}/second-factor`, {
    ...key,
    body: { required: true },
  });
  equal(byKey.body.code, "session_required");
  registry.clock.now = new Date(registry.clock.now.getTime() + 11 * 60_000);
  const owner = people["owner with"];
  equal(await code(owner), "proof_required");
  await send(registry, "POST /api/v1/account/proofs", {
    cookie: owner.cookie,
    body: { code: app.code() },
  });
  deepEqual((await setRequired(registry, owner, true)).body, { requiresSecondFactor: true });
  const [read] = ways("member without");
  equal((await send(registry, `GET ${ACME}`, read)).body.requiresSecondFactor, true);
  const { details } = await registry.services.db.selectFrom("audit_event").selectAll()
    .where("action", "=", "collective.updated").executeTakeFirstOrThrow();
  deepEqual(JSON.parse(details!), { requiresSecondFactor: { from: false, to: true } });
  const members = (await send(registry, `GET ${ACME}/members`, read)).body.members;
  equal(members.length, 4, "nobody was removed");
});

Deno.test("the last factor stays while a collective or the registry requires one", async () => {
  await using registry = await testRegistry();
  const { people } = await createWorld(registry, true);
  const { cookie } = people["member with"];
  const remove = () => send(registry, "DELETE /api/v1/account/totp", { cookie });
  const refused = await remove();
  deepEqual([refused.status, refused.body.code], [400, "rule_refused"]);
  match(refused.body.error, /@acme/);
  const kept = await send(registry, "GET /api/v1/account/security", { cookie });
  deepEqual([kept.body.totp === null, kept.body.recoveryCodesLeft], [false, 10]);
  const id = await memberId(registry, people["owner with"], "acme", people["member with"]);
  await send(registry, `DELETE ${ACME}/members/${id}`, { cookie: people["owner with"].cookie });
  deepEqual((await remove()).body, { removed: true });
});
