import assert from "node:assert/strict";
import { collective, join, type Person, personalKey, send, signUp } from "../identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { mailing } from "../../testing/mail.ts";
import { publish } from "../../testing/web/publish.ts";

async function post(
  registry: TestRegistry,
  { cookie }: Person,
  path: string,
  fields: Record<string, string> = {},
  origin = "http://registry.test",
) {
  const response = await registry.request(path, {
    method: "POST",
    headers: { cookie, origin, accept: "text/html" },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, html: await response.text() };
}

const publication = (name: string) => ({
  name,
  version: "2026.11.21.1",
  description: "A tool.",
  readme: "# Tool",
});

const leave = (registry: TestRegistry, person: Person, more: Record<string, string> = {}) =>
  post(registry, person, "/account/data/delete", {
    confirm: person.username,
    password: person.password,
    ...more,
  });

/** Every text in the store, to look for what should be gone. */
async function stored({ services }: TestRegistry): Promise<string> {
  const tables = await services.db.introspection.getTables();
  const texts = [];
  for (const { name } of tables) {
    // deno-lint-ignore no-explicit-any -- every table, by name
    texts.push(JSON.stringify(await services.db.selectFrom(name as any).selectAll().execute()));
  }
  return texts.join("\n");
}

Deno.test("a deleted account leaves no address and no credential; published versions stay for lockfiles", async () => {
  await using registry = await testRegistry();
  const [ada, bob] = [await signUp(registry, "ada"), await signUp(registry, "bob")];
  const key = await personalKey(registry, ada);
  await collective(registry, bob, "acme");
  await join(registry, bob, "acme", ada, "admin");
  await publish(registry, ada.cookie, publication("@ada/tool"));
  await publish(registry, ada.cookie, publication("@acme/tool"));
  const issue = { type: "bug", title: "It hurts", body: "Badly." };
  await send(registry, "POST /api/v1/lab/issues", { cookie: ada.cookie, body: issue });
  const exported = await post(registry, ada, "/account/data/export");
  const data = JSON.parse(exported.html);
  assert.equal(data.account.email, ada.email);
  assert.deepEqual(data.versionsPublished.length, 2);
  assert.deepEqual(data.issues.map(({ title }: { title: string }) => title), ["It hurts"]);
  assert.ok(!exported.html.includes(key.key) && !/scrypt|"password"|"token"/.test(exported.html));

  assert.equal((await leave(registry, ada)).status, 200);
  const whoami = (more: Record<string, string>) => send(registry, "GET /api/whoami", more);
  assert.equal((await whoami({ cookie: ada.cookie })).status, 401);
  assert.equal((await whoami({ bearer: key.key })).status, 401);
  const login = { username: "ada", password: ada.password };
  assert.equal(
    (await send(registry, "POST /api/auth/sign-in/username", { body: login })).status,
    401,
  );
  assert.ok(!(await stored(registry)).includes(ada.email));
  const again = await send(registry, "POST /api/auth/sign-up/email", {
    body: { ...login, email: "eve@example.org" },
  });
  assert.deepEqual([again.status, again.body.code], [409, "name_taken"]);

  const page = async (name: string) =>
    (await registry.request(`/extensions/${encodeURIComponent(name)}`, {
      headers: { accept: "text/html" },
    })).status;
  assert.equal(await page("@acme/tool"), 200);
  const { body: issues } = await send(registry, "GET /api/v1/lab/issues", { cookie: bob.cookie });
  assert.match(JSON.stringify(issues), /"ghost"/);
  const { body } = await send(registry, "GET /api/v1/notifications", { cookie: bob.cookie });
  assert.ok(body.notifications.some(({ kind }: { kind: string }) => kind === "member_left"));
  const rows = await registry.services.db.selectFrom("extension")
    .select(["name", "yank_reason"]).orderBy("name").execute();
  assert.deepEqual(rows.map((row) => ({ ...row })), [
    { name: "@acme/tool", yank_reason: null },
    { name: "@ada/tool", yank_reason: "The account was deleted" },
  ]);
});

Deno.test("the only owner of collectives is told which, and nothing is deleted", async () => {
  await using registry = await testRegistry();
  const [ada, bob] = [await signUp(registry, "ada"), await signUp(registry, "bob")];
  for (const slug of ["acme", "beta", "shared"]) await collective(registry, ada, slug);
  await join(registry, ada, "shared", bob, "owner");
  const refused = await leave(registry, ada);
  assert.equal(refused.status, 400);
  assert.match(refused.html, /only owner of @acme, @beta\. /);
  assert.equal((await send(registry, "GET /api/whoami", { cookie: ada.cookie })).status, 200);
});

Deno.test("deleting asks for the name, the password and a form of this site", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const statuses = [
    (await leave(registry, ada, { confirm: "eve" })).status,
    (await leave(registry, ada, { password: "not the password" })).status,
    (await post(registry, ada, "/account/data/delete", {
      confirm: "ada",
      password: ada.password,
    }, "https://evil.example")).status,
    (await post(registry, ada, "/account/data/export", {}, "https://evil.example")).status,
  ];
  assert.deepEqual(statuses, [400, 401, 403, 403]);
  assert.equal((await send(registry, "GET /api/whoami", { cookie: ada.cookie })).status, 200);
});

Deno.test("two owners who leave at once: one stays, as a collective keeps an owner", async () => {
  await using registry = await testRegistry();
  const [ada, bob] = [await signUp(registry, "ada"), await signUp(registry, "bob")];
  await collective(registry, ada, "acme");
  await join(registry, ada, "acme", bob, "owner");
  const answers = await Promise.all([leave(registry, ada), leave(registry, bob)]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 400]);
});

Deno.test("an account that goes while its push is analysed publishes nothing", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const pushing = publish(registry, ada.cookie, publication("@ada/tool"));
  const [pushed, left] = await Promise.allSettled([pushing, leave(registry, ada)]);
  assert.ok(left.status === "fulfilled" && left.value.status === 200);
  const rows = await registry.services.db.selectFrom("extension").select("yanked_at").execute();
  if (pushed.status === "rejected") assert.deepEqual(rows, []);
  else assert.ok(rows.every(({ yanked_at }) => yanked_at !== null));
});

Deno.test("where the operator wants it, only people with a confirmed address publish", async () => {
  await using mail = await mailing({ environment: { SVC_CONFIRMED_PUBLISHERS: "on" } });
  const { registry } = mail;
  const ada = await signUp(registry, "ada");
  const push = () => publish(registry, ada.cookie, publication("@ada/tool"));
  await assert.rejects(push(), /Publishing here needs a confirmed e-mail address/);
  await registry.services.db.updateTable("user").set({ emailVerified: 1 }).execute();
  assert.equal((await push()).version, "2026.11.21.1");
});
