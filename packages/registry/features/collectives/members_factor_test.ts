import { deepEqual, equal, match } from "node:assert/strict";
import { testRegistry } from "../../testing.ts";
import { enrolApp } from "../factor/testing.ts";
import { STORED_PASSKEY } from "../passkey/testing.ts";
import {
  collective,
  join,
  personalKey,
  send,
  type Sending,
  signUp,
  token,
} from "../identity/testing.ts";

/** Olga has an app, mary a passkey, adam and max have neither. Eve is from outside. */
async function createWorld() {
  const registry = await testRegistry();
  const olga = await signUp(registry, "olga");
  const adam = await signUp(registry, "adam");
  const mary = await signUp(registry, "mary");
  const max = await signUp(registry, "max");
  const eve = await signUp(registry, "eve");
  await collective(registry, olga, "acme");
  await join(registry, olga, "acme", adam, "admin");
  await join(registry, olga, "acme", mary);
  await join(registry, olga, "acme", max);
  const ways = {
    "an owner": { cookie: olga.cookie },
    "an admin": { cookie: adam.cookie },
    "an admin's key": { bearer: (await personalKey(registry, adam)).key },
    "a member": { cookie: max.cookie },
    "a member's key": { bearer: (await personalKey(registry, max)).key },
    "the collective's token": {
      bearer: (await token(registry, olga, "acme", ["collective:*"])).key,
    },
    "an outsider": { cookie: eve.cookie },
  } satisfies Record<string, Sending>;
  await enrolApp(registry, olga.cookie);
  await registry.services.db.insertInto("passkey")
    .values({ ...STORED_PASSKEY, user_id: mary.id }).execute();
  return { registry, ways, olga, adam };
}

/** Who asks for the members of `acme`, and what they read of each one's second factor. */
const READERS: readonly [
  keyof Awaited<ReturnType<typeof createWorld>>["ways"],
  "sees" | "sees nothing",
][] = [
  ["an owner", "sees"],
  ["an admin", "sees"],
  ["an admin's key", "sees"],
  ["a member", "sees nothing"],
  ["a member's key", "sees nothing"],
  ["the collective's token", "sees nothing"],
  ["an outsider", "sees nothing"],
];

const HAVE = { olga: true, adam: false, mary: true, max: false };

for (const [who, outcome] of READERS) {
  Deno.test(`${who} ${outcome} of who has a second factor`, async () => {
    const { registry, ways } = await createWorld();
    await using _ = registry;
    const list = (query: string) =>
      send(registry, `GET /api/v1/collectives/acme/members${query}`, ways[who]);
    const factors = async (query = "") => {
      const { status, body } = await list(query);
      equal(status, 200, JSON.stringify(body));
      return Object.fromEntries(
        body.members.map((
          { username, hasSecondFactor }: { username: string; hasSecondFactor?: boolean },
        ) => [username, hasSecondFactor]),
      );
    };
    if (outcome === "sees") {
      deepEqual(await factors(), HAVE);
      deepEqual(await factors("?secondFactor=no"), { adam: false, max: false });
      deepEqual(await factors("?secondFactor=yes"), { olga: true, mary: true });
      return;
    }
    const none = Object.fromEntries(Object.keys(HAVE).map((name) => [name, undefined]));
    deepEqual(await factors(), none);
    for (const wanted of ["yes", "no"]) {
      const { status, body } = await list(`?secondFactor=${wanted}`);
      deepEqual([status, body.code], [403, "role_too_low"], "a list of some tells as much");
    }
  });
}

Deno.test("the settings say whom a required second factor keeps from changing things, before and after", async () => {
  const { registry, ways, olga, adam } = await createWorld();
  await using _ = registry;
  const page = async (name: string, { cookie }: { cookie: string }) => {
    const path = `/collectives/acme/settings/${name}`;
    return await (await registry.request(path, { headers: { cookie } })).text();
  };
  for (const person of [olga, adam]) {
    const html = await page("general", person);
    const [, names] = /could not change anything then, by key either: (.*?)\.<\/p>/.exec(html)!;
    deepEqual(names!.split(", ").sort(), [
      '<a href="/u/adam">adam</a>',
      '<a href="/u/max">max</a>',
    ]);
  }
  equal((await page("members", olga)).match(/no second factor/g)?.length, 2);
  const { status } = await send(registry, "PUT /api/v1/collectives/acme/second-factor", {
    ...ways["an owner"],
    body: { required: true },
  });
  equal(status, 200);
  await enrolApp(registry, adam.cookie);
  match(
    await page("general", olga),
    /cannot change anything until they add one: <a href="\/u\/max">max<\/a>\./,
  );
  await registry.services.db.deleteFrom("collective_member").where("role", "=", "member").execute();
  match(await page("general", olga), /All members have a second factor/);
});

/** Of whom the operator requires a factor, and what the settings of a collective say. */
const OPERATORS_RULE = {
  off: /Members of @acme can change things with their password/,
  owners: /of owners\. Other members of @acme can change things/,
  required: /operator of this registry requires .* of everybody/,
} as const;

for (const [rule, said] of Object.entries(OPERATORS_RULE)) {
  Deno.test(`the settings say who needs a second factor where the operator requires it of: ${rule}`, async () => {
    await using registry = await testRegistry({ environment: { SVC_SECOND_FACTOR: rule } });
    const olga = await signUp(registry, "olga");
    await enrolApp(registry, olga.cookie);
    await collective(registry, olga, "acme");
    const page = await registry.request("/collectives/acme/settings/general", {
      headers: { cookie: olga.cookie },
    });
    match(await page.text(), said);
  });
}
