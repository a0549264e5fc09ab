import assert from "node:assert/strict";
import { send } from "../identity/testing.ts";
import { published } from "../../testing/extensions/push.ts";
import { addCollective, addPerson } from "../../testing/extensions/people.ts";
import { signedUp, visitor } from "../../testing/web/browse.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";

const LOGIN = "svc auth login --server http://registry.test";

async function publishHello(registry: TestRegistry): Promise<void> {
  await addCollective(registry.services, "acme");
  await published(registry, await addPerson(registry.services, "pusher", { acme: "owner" }));
}

/** What of the first steps a page shows. */
function stepsOf(html: string) {
  return {
    block: html.includes("Your first steps"),
    login: html.includes(LOGIN),
    ticked: html.match(/<li class="done">/g)?.length ?? 0,
  };
}

Deno.test("who signs up sees the first steps, ticked as they are done, and gone with the first pull", async () => {
  await using registry = await testRegistry();
  await publishHello(registry);
  const ada = visitor(registry);
  const form = { username: "ada", email: "ada@example.org", password: "a long enough password" };
  const { location } = await ada.post("/sign-up", form);
  const shown = async () => await ada.get(location!);
  const first = (await shown()).html;
  assert.deepEqual(stepsOf(first), { block: true, login: true, ticked: 0 });
  assert.match(first, /svc extension pull @acme\/hello/);

  const made = await send(registry, "POST /api/auth/api-key/create", {
    cookie: ada.cookie(),
    body: { name: "laptop" },
  });
  const bearer: string = made.body.key;
  assert.equal(stepsOf((await shown()).html).ticked, 0, "a key that was not used yet");
  await send(registry, "GET /api/whoami", { bearer });
  const loggedIn = stepsOf((await shown()).html);
  assert.ok(loggedIn.block && loggedIn.ticked > 0, "at once, though uses are written later");

  await send(registry, "GET /api/v1/extensions/%40acme%2Fhello@2026.01.02.1/download", { bearer });
  const past = { block: false, login: false, ticked: 0 };
  assert.deepEqual(stepsOf((await shown()).html), past);
  assert.deepEqual(stepsOf((await visitor(registry).get("/")).html), {
    ...past,
    login: true,
  }, "a stranger sees how to begin");
});

Deno.test("who hides the first steps does not see them again; only a page of this site hides them", async () => {
  await using registry = await testRegistry();
  await publishHello(registry);
  const [ada, bea] = [await signedUp(registry, "ada"), await signedUp(registry, "bea")];
  const sees = async (who: typeof ada) => stepsOf((await who.get("/")).html).block;
  const foreign = await ada.post("/first-steps", {}, { origin: "https://elsewhere.example" });
  assert.deepEqual([foreign.status, await sees(ada)], [403, true]);
  assert.equal((await visitor(registry).post("/first-steps", {})).status, 401);
  for (let again = 0; again < 2; again++) {
    assert.equal((await ada.post("/first-steps", {})).location, "/");
  }
  assert.deepEqual([await sees(ada), await sees(bea)], [false, true]);
});

Deno.test("the home page counts what its reader finds: members their private extensions, too", async () => {
  await using registry = await testRegistry();
  await publishHello(registry);
  await addCollective(registry.services, "team", { private: true });
  const key = await addPerson(registry.services, "member", { team: "owner" });
  await published(registry, key, { name: "@team/inner" });
  const ada = await signedUp(registry, "ada");
  assert.match((await ada.get("/")).html, /See the one extension/);
  const { db } = registry.services;
  await db.updateTable("collective_member").set({
    user_id: db.selectFrom("user").select("id").where("username", "=", "ada"),
  }).where("role", "=", "owner")
    .where(
      "collective_id",
      "=",
      db.selectFrom("collective").select("id").where("slug", "=", "team"),
    )
    .execute();
  assert.match((await ada.get("/")).html, /See all 2 extensions/);
  assert.match((await visitor(registry).get("/")).html, /See the one extension/);
});

Deno.test("where nothing can be pulled, the last step is to publish", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  assert.match((await ada.get("/")).html, /svc extension init/);
});
