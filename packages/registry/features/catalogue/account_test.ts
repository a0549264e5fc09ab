import assert from "node:assert/strict";
import { collective, send, signUp } from "../identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { addCollective } from "../../testing/extensions/people.ts";
import { createApp } from "../../app.ts";
import { catalogueAccount as accountOf } from "./account.ts";

const catalogueAccount = ({ services }: TestRegistry) => accountOf(services, createApp);

const file = ({ services }: TestRegistry) => `${services.folder.root}/catalogue-account.json`;
const slugs = async ({ services }: TestRegistry) =>
  (await services.db.selectFrom("collective").select("slug").orderBy("slug").execute())
    .map(({ slug }) => slug);

Deno.test("an empty registry gets an account that owns the collective svc, once", async () => {
  await using registry = await testRegistry();
  const account = await catalogueAccount(registry);
  assert.equal(account.username, "catalogue");
  assert.ok(account.password.length >= 32);
  assert.deepEqual(await slugs(registry), ["catalogue", "svc"]);
  assert.equal((await Deno.stat(file(registry))).mode! & 0o777, 0o600);

  const { status, body } = await send(registry, "POST /api/auth/sign-in/username", {
    body: account,
  });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(await catalogueAccount(registry), account);
  assert.deepEqual(await slugs(registry), ["catalogue", "svc"]);
});

Deno.test("its account is not an administrator afterwards", async () => {
  await using registry = await testRegistry();
  await catalogueAccount(registry);
  assert.deepEqual(registry.services.config.admins, []);
});

Deno.test("a start that was cut short is finished by the next one", async () => {
  for (const signedUp of [false, true]) {
    await using registry = await testRegistry();
    const account = { username: "catalogue", password: "kept by the start before this one" };
    await Deno.writeTextFile(file(registry), JSON.stringify(account));
    if (signedUp) {
      const body = { ...account, email: "catalogue@svc.invalid" };
      await send(registry, "POST /api/auth/sign-up/email", { body });
    }
    assert.deepEqual(await catalogueAccount(registry), account);
    assert.deepEqual(await slugs(registry), ["catalogue", "svc"]);
  }
});

Deno.test("a collective svc of somebody else is left to them", async () => {
  await using registry = await testRegistry({ environment: { SVC_ADMINS: "ada" } });
  await collective(registry, await signUp(registry, "ada"), "svc");
  await assert.rejects(catalogueAccount(registry), {
    code: "conflict",
    hint: /Log in as a member/,
  });
  assert.deepEqual(await slugs(registry), ["ada", "svc"]);
});

Deno.test("a stranger's name close to svc does not keep the catalogue from it", async () => {
  await using registry = await testRegistry();
  await addCollective(registry.services, "sv-c");
  await catalogueAccount(registry);
  assert.deepEqual(await slugs(registry), ["catalogue", "sv-c", "svc"]);
});

Deno.test("a collective that cannot be made is told with the way to make it by hand", async () => {
  await using registry = await testRegistry();
  const id = await addCollective(registry.services, "svc");
  await registry.services.db.updateTable("collective").set({ deleted_at: "2026-01-01T00:00:00Z" })
    .where("id", "=", id).execute();
  await assert.rejects(catalogueAccount(registry), {
    code: "conflict",
    hint: /answered: The name 'svc' is taken\. Create the collective 'svc'.*npm run catalogue/,
  });
});

Deno.test("somebody else's account named catalogue gets no rights and no collective", async () => {
  await using registry = await testRegistry();
  await signUp(registry, "catalogue");
  for (let start = 1; start <= 2; start++) {
    await assert.rejects(catalogueAccount(registry), {
      code: "conflict",
      message: /'catalogue' already belongs to somebody/,
    });
    assert.deepEqual(await slugs(registry), ["catalogue"]);
  }
});

Deno.test("a start that was killed while it kept the password is finished by the next one", async () => {
  for (const torn of ["", '{"username":"catal']) {
    await using registry = await testRegistry();
    await Deno.writeTextFile(file(registry), torn);
    const account = await catalogueAccount(registry);
    assert.deepEqual(await slugs(registry), ["catalogue", "svc"]);
    assert.deepEqual(JSON.parse(await Deno.readTextFile(file(registry))), account);
    assert.equal((await Deno.stat(file(registry))).mode! & 0o777, 0o600);
  }
});

Deno.test("a password that is kept stays when the account cannot be used for now", async () => {
  await using registry = await testRegistry();
  const account = { username: "catalogue", password: "kept by the start before this one" };
  await Deno.writeTextFile(file(registry), JSON.stringify(account));
  const busy = { request: () => Promise.resolve(new Response(null, { status: 503 })) };
  await assert.rejects(
    accountOf(registry.services, () => busy as unknown as ReturnType<typeof createApp>),
    { code: "unavailable" },
  );
  assert.deepEqual(JSON.parse(await Deno.readTextFile(file(registry))), account);
  assert.deepEqual(await catalogueAccount(registry), account);
});
