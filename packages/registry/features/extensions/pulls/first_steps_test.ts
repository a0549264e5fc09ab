import assert from "node:assert/strict";
import { collective, join, personalKey, send, signUp } from "../../identity/testing.ts";
import { addToken } from "../../../testing/extensions/people.ts";
import { published } from "../../../testing/extensions/push.ts";
import { testRegistry } from "../../../testing.ts";
import { firstStepsOf } from "./first_steps.ts";

const VERSION = "2026.01.02.1";

/** Who pulls what, as which request, and whether that is the first pull with the client of `ada`. */
const PULLS: readonly {
  by: "nobody" | "her browser" | "her key" | "another's key" | "a token of hers" | "a bad key";
  of: "@acme/hello" | "@hidden/hello" | "@acme/none";
  method?: "HEAD";
  status: number;
  counted: 0 | 1;
  hers: boolean;
}[] = [
  { by: "nobody", of: "@acme/hello", status: 302, counted: 1, hers: false },
  { by: "nobody", of: "@hidden/hello", status: 404, counted: 0, hers: false },
  { by: "her browser", of: "@acme/hello", status: 302, counted: 1, hers: false },
  { by: "her browser", of: "@hidden/hello", status: 302, counted: 1, hers: false },
  { by: "another's key", of: "@acme/hello", status: 302, counted: 1, hers: false },
  { by: "another's key", of: "@hidden/hello", status: 404, counted: 0, hers: false },
  { by: "a token of hers", of: "@hidden/hello", status: 302, counted: 1, hers: false },
  { by: "a bad key", of: "@acme/hello", status: 401, counted: 0, hers: false },
  { by: "her key", of: "@acme/none", status: 404, counted: 0, hers: false },
  { by: "her key", of: "@acme/hello", method: "HEAD", status: 302, counted: 0, hers: false },
  { by: "her key", of: "@acme/hello", status: 302, counted: 1, hers: true },
  { by: "her key", of: "@hidden/hello", status: 302, counted: 1, hers: true },
];

/** Who publishes, and `ada`, who is new and may see all of it. */
async function world() {
  const registry = await testRegistry();
  const [bea, ada, cy] = [
    await signUp(registry, "bea"),
    await signUp(registry, "ada"),
    await signUp(registry, "cy"),
  ];
  await collective(registry, bea, "acme");
  await collective(registry, bea, "hidden", { private: true });
  await join(registry, bea, "hidden", ada, "member");
  const { key } = await personalKey(registry, bea);
  for (const name of ["@acme/hello", "@hidden/hello"]) await published(registry, key, { name });
  await registry.services.pulls.flush();
  const callers = {
    nobody: {},
    "her browser": { cookie: ada.cookie },
    "her key": { bearer: (await personalKey(registry, ada)).key },
    "another's key": { bearer: (await personalKey(registry, cy)).key },
    "a token of hers": { bearer: await addToken(registry.services, "hidden", ["extensions:read"]) },
    "a bad key": { bearer: `svc_${"0".repeat(32)}` },
  };
  return { registry, ada, callers };
}

for (const { by, of, method = "GET", status, counted, hers } of PULLS) {
  for (const known of of === "@acme/hello" ? [false, true] : [false]) {
    const how = known ? "an answer made before" : "an answer of its own";
    const name = `${method} of ${of} by ${by}, with ${how}: ` +
      `${counted} counted, ${hers ? "past" : "not past"} the first steps`;
    Deno.test(name, async () => {
      const { registry, ada, callers } = await world();
      await using _ = registry;
      const { db, pulls } = registry.services;
      const path = `/api/v1/extensions/${encodeURIComponent(of)}@${VERSION}/download`;
      const before = known ? 1 : 0;
      if (known) await send(registry, `GET ${path}`);
      const answer = await send(registry, `${method} ${path}`, callers[by]);
      assert.equal(answer.status, status);
      await pulls.flush();
      const rows = await db.selectFrom("extension_pulls").select("pulls").where("pulls", ">", 0)
        .execute();
      assert.equal(rows.reduce((sum, row) => sum + row.pulls, 0), before + counted);
      assert.equal(await firstStepsOf(db, ada.id) === undefined, hers);
    });
  }
}

Deno.test("the first steps end with a published version, and for nobody else", async () => {
  const { registry, ada, callers } = await world();
  await using _ = registry;
  const { db, auth } = registry.services;
  assert.deepEqual(await firstStepsOf(db, ada.id), { loggedIn: false });
  await send(registry, "GET /api/whoami", callers["her key"]);
  await auth.resolver.lastUsed.flush();
  assert.deepEqual(await firstStepsOf(db, ada.id), { loggedIn: true });
  await published(registry, callers["her key"].bearer, { name: "@ada/mine" });
  assert.equal(await firstStepsOf(db, ada.id), undefined);
});

Deno.test("a pull that is written after the account was deleted leaves nothing, and is counted", async () => {
  const { registry, ada, callers } = await world();
  await using _ = registry;
  const { db, pulls } = registry.services;
  const path = `/api/v1/extensions/%40acme%2Fhello@${VERSION}/download`;
  const pull = async () => await send(registry, `GET ${path}`, callers["her key"]);
  await pull();
  await pulls.flush();
  const people = async () =>
    (await db.selectFrom("first_steps_ended").select("user_id").execute())
      .map(({ user_id }) => user_id);
  assert.deepEqual(await people(), [ada.id]);
  await pull();
  await db.deleteFrom("user").where("id", "=", ada.id).execute();
  await pulls.flush();
  assert.deepEqual(await people(), []);
  const counted = await db.selectFrom("extension").select("pull_count")
    .where("name", "=", "@acme/hello").executeTakeFirstOrThrow();
  assert.equal(counted.pull_count, 2);
});
