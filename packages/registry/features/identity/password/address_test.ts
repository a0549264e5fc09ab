import assert from "node:assert/strict";
import { cookieOf, send, signUp } from "../testing.ts";
import { type TestRegistry, testRegistry } from "../../../testing.ts";
import { canonicalAddress, findByAddress } from "./address.ts";
import { hashPassword } from "./hash.ts";

const PASSWORDS = ["the first one's words", "the second one's words", "the third one's words"];

const register = (registry: TestRegistry, username: string, email: string, password: string) =>
  send(registry, "POST /api/auth/sign-up/email", { body: { username, email, password } });

const signIn = (registry: TestRegistry, email: string, password: string) =>
  send(registry, "POST /api/auth/sign-in/email", { body: { email, password } });

/** An answer without what is anybody's own: ids, secrets and times. */
function shape(answer: { status: number; body: unknown; headers: Headers }, own: string[]) {
  // What is random goes first: it may have one of the words within it.
  const text = JSON.stringify([answer.status, answer.body, [...answer.headers]])
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>")
    .replaceAll(/svc\.(session_token|device)=[^;]+/g, "<cookie>")
    .replaceAll(/"token":"\w+"|"set-auth-token","[^"]+"/g, "<token>");
  return own.reduce((rest, word) => rest.replaceAll(word, "<own>"), text);
}

Deno.test("a sign-up answers the same for an address that others gave and for a new one, in any case", async () => {
  await using registry = await testRegistry();
  await register(registry, "victim", "victim@example.org", PASSWORDS[0]!);
  const emails = ["nobody@example.org", "victim@example.org", "VICTIM@Example.org"];
  const shapes = await Promise.all(emails.map(async (email, index) => {
    const username = `probe${index}`;
    const answer = await register(registry, username, email, PASSWORDS[1]!);
    assert.equal(answer.status, 200);
    return shape(answer, [username, canonicalAddress(email)]);
  }));
  assert.equal(new Set(shapes).size, 1, shapes.join("\n"));
});

Deno.test("nothing that the new account can ask tells whether its address was known", async () => {
  await using registry = await testRegistry();
  await register(registry, "victim", "victim@example.org", PASSWORDS[0]!);
  const shapes = [];
  for (const [username, email] of [["one", "nobody@example.org"], ["two", "victim@example.org"]]) {
    const { body, headers } = await register(registry, username!, email!, PASSWORDS[1]!);
    const cookie = cookieOf(headers);
    const own = [username!, email!, body.user.id];
    const page = await registry.request("/account", { headers: { cookie } });
    shapes.push([
      shape(await send(registry, "GET /api/whoami", { cookie }), own),
      shape(await signIn(registry, email!, PASSWORDS[1]!), own),
      shape(await signIn(registry, email!, "not the password"), own),
      page.status,
    ]);
    // An invited address names nobody either.
    await send(registry, "POST /api/v1/collectives/create", {
      cookie,
      body: { slug: `club-${username}` },
    });
    const invited = await send(registry, `POST /api/v1/collectives/club-${username}/invite`, {
      cookie,
      body: { email },
    });
    assert.equal(invited.status, 200);
  }
  assert.deepEqual(shapes[0], shapes[1]);
});

Deno.test("a taken username is told, as it is public, whatever the address", async () => {
  await using registry = await testRegistry();
  await register(registry, "victim", "victim@example.org", PASSWORDS[0]!);
  for (const email of ["nobody@example.org", "victim@example.org"]) {
    const { status, body } = await register(registry, "victim", email, PASSWORDS[1]!);
    assert.deepEqual([status, body.code], [409, "name_taken"]);
  }
});

Deno.test("of several accounts with one address, each signs in with its own password", async () => {
  await using registry = await testRegistry();
  const made = await Promise.all(
    PASSWORDS.map((password, index) =>
      register(registry, `user${index}`, "shared@example.org", password)
    ),
  );
  for (const [index, password] of PASSWORDS.entries()) {
    const { status, body } = await signIn(registry, "Shared@example.org", password);
    assert.deepEqual([status, body.user], [200, made[index]!.body.user]);
    const byName = await send(registry, "POST /api/auth/sign-in/username", {
      body: { username: `user${index}`, password },
    });
    assert.equal(byName.status, 200);
  }
  const wrong = await signIn(registry, "shared@example.org", "nobody's words");
  const nobody = await signIn(registry, "nobody@example.org", "nobody's words");
  assert.deepEqual([wrong.status, wrong.body], [401, nobody.body]);
  assert.equal(wrong.body.code, "invalid_credentials");
});

Deno.test("the oldest account answers to a password that several of an address have", async () => {
  await using registry = await testRegistry();
  const first = await register(registry, "first", "shared@example.org", PASSWORDS[0]!);
  registry.clock.now = new Date(registry.clock.now.getTime() + 1000);
  await register(registry, "second", "shared@example.org", PASSWORDS[0]!);
  const { body } = await signIn(registry, "shared@example.org", PASSWORDS[0]!);
  assert.equal(body.user.id, first.body.user.id);
});

Deno.test("a sign-in by address makes one slow hash, whoever gave the address and whatever the password", async () => {
  await using registry = await testRegistry();
  const { db } = registry.services;
  for (const [index, password] of PASSWORDS.entries()) {
    await register(registry, `many${index}`, "many@example.org", password);
  }
  await register(registry, "one", "one@example.org", PASSWORDS[0]!);
  for (const email of ["nobody@example.org", "one@example.org", "many@example.org"]) {
    for (const password of [...PASSWORDS, "nobody's words"]) {
      let hashes = 0;
      const found = await findByAddress(db, email, password, (...given) => {
        hashes++;
        return registry.services.identity.hashPassword(...given);
      });
      assert.equal(hashes, 1, `${email}, ${password}`);
      const known = email.startsWith("many")
        ? PASSWORDS.includes(password)
        : email.startsWith("one") && password === PASSWORDS[0];
      assert.equal(found !== undefined, known, `${email}, ${password}`);
    }
  }
});

Deno.test("an account of the identity library's own making signs in by address as well", async () => {
  await using registry = await testRegistry({ hashPassword });
  const ada = await signUp(registry, "ada");
  const { hashPassword: theirs } = await import("better-auth/crypto");
  await registry.services.db.updateTable("account").set({ password: await theirs("older words") })
    .execute();
  const { status, body } = await signIn(registry, ada.email, "older words");
  assert.deepEqual([status, body.user?.id], [200, ada.id]);
  await register(registry, "eve", ada.email, PASSWORDS[0]!);
  assert.equal((await signIn(registry, ada.email, PASSWORDS[0]!)).body.user.username, "eve");
});
