import assert from "node:assert/strict";
import type { ConfirmResponse } from "@svc/core/wire";
import { packageOf } from "../../testing/extensions/package.ts";
import { addPerson, addToken } from "../../testing/extensions/people.ts";
import {
  announcementOf,
  published,
  push,
  send as sendRaw,
  upload,
} from "../../testing/extensions/push.ts";
import { addPublishKey } from "../../testing/extensions/publisher.ts";
import { collective, send } from "../identity/testing.ts";
import { exchanged, refusal, trusting } from "./testing.ts";

const announce = (
  { registry }: Awaited<ReturnType<typeof trusting>>,
  bearer: string,
  version: string,
  name = "@acme/hello",
) => send(registry, "POST /api/v1/extensions/push", { bearer, body: { name, version } });

Deno.test("the first announcement binds the key to one version, and it may be repeated", async () => {
  await using world = await trusting();
  await world.add();
  const key = await exchanged(world);
  assert.equal((await announce(world, key, "2026.01.02.1")).status, 200);
  assert.equal((await announce(world, key, "2026.01.02.1")).status, 200);
  const other = await announce(world, key, "2026.01.02.2");
  assert.deepEqual(refusal(other), [403, "forbidden"]);
  assert.match(other.body.error, /@acme\/hello@2026\.01\.02\.1, once/);
});

Deno.test("a tag that names the version binds the key to it", async () => {
  await using world = await trusting();
  await world.add({ refRule: "tag:v{version}" });
  const key = await exchanged(world);
  assert.deepEqual(refusal(await announce(world, key, "2026.11.23.2")), [403, "forbidden"]);
  await published(world.registry, key, { version: "2026.11.23.1" });
});

Deno.test("a confirmation uses the key up; the same one is answered as the first was", async () => {
  await using world = await trusting();
  const { registry } = world;
  await world.add();
  const key = await exchanged(world);
  const first = await published(registry, key);
  const confirm = () =>
    sendRaw(registry, "POST", "/api/v1/extensions/confirm", key, announcementOf());
  const again = await confirm();
  assert.equal(again.status, 200);
  assert.deepEqual(await again.json() as ConfirmResponse, { ...first, alreadyPublished: true });
  const next = await push(registry, key, { version: "2026.01.03.1" });
  assert.deepEqual([next.status, (await next.json()).code], [403, "forbidden"]);
  const { confirmed_at } = await registry.services.db.selectFrom("publish_use")
    .select("confirmed_at").executeTakeFirstOrThrow();
  assert.notEqual(confirmed_at, null);
});

Deno.test("of parallel confirmations with one key one version is published", async () => {
  await using world = await trusting();
  const { registry } = world;
  await world.add();
  const key = await exchanged(world);
  assert.equal((await upload(registry, key, announcementOf(), await packageOf())).status, 200);
  const answers = await Promise.all(
    Array.from(
      { length: 6 },
      () => sendRaw(registry, "POST", "/api/v1/extensions/confirm", key, announcementOf()),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status), Array(6).fill(200));
  const rows = await registry.services.db.selectFrom("extension_version").selectAll().execute();
  assert.equal(rows.length, 1);
});

Deno.test("a key for one extension is refused for every other, there or not", async () => {
  await using world = await trusting();
  const { registry, ada } = world;
  await collective(registry, ada, "other");
  await world.add();
  const key = await exchanged(world);
  for (const name of ["@acme/another", "@acme/hello2", "@other/hello", "@nobody/hello"]) {
    const answer = await announce(world, key, "2026.01.02.1", name);
    assert.deepEqual(refusal(answer), [403, "no_publisher"], name);
    const confirm = await send(registry, "POST /api/v1/extensions/confirm", {
      bearer: key,
      body: { name, version: "2026.01.02.1" },
    });
    assert.deepEqual(refusal(confirm), [403, "no_publisher"], name);
  }
});

Deno.test("a private collective is published into, and its key tells nothing of it", async () => {
  await using world = await trusting();
  const { registry, ada } = world;
  await world.add();
  await registry.services.db.updateTable("collective").set({ private: 1 })
    .where("slug", "=", "acme").execute();
  const key = await exchanged(world);
  await published(registry, key);
  const info = await send(registry, "GET /api/v1/extensions/%40acme%2Fhello", { bearer: key });
  assert.deepEqual(refusal(info), [403, "forbidden"]);
  const seen = await send(registry, "GET /api/v1/extensions/%40acme%2Fhello", {
    cookie: ada.cookie,
  });
  assert.equal(seen.status, 200);
});

Deno.test("a publisher that goes during the analysis publishes nothing", async () => {
  await using world = await trusting();
  const { registry, ada } = world;
  const { body: { publisher } } = await world.add();
  for (
    const end of [
      () =>
        send(registry, `DELETE /api/v1/collectives/acme/publishers/${publisher.id}`, {
          cookie: ada.cookie,
        }),
      () => registry.services.db.updateTable("publish_token").set({ revoked_at: "2026" }).execute(),
    ]
  ) {
    const { key } = await addPublishKey(registry.services, "@acme/hello");
    await registry.services.db.updateTable("publish_use").set({ publisher_id: publisher.id })
      .execute().catch(() => {});
    assert.equal((await upload(registry, key, announcementOf(), await packageOf())).status, 200);
    const { analyst } = registry.services;
    registry.services.analyst = {
      ...analyst,
      async open(path, asked) {
        const opened = await analyst.open(path, asked);
        await end();
        return opened;
      },
    };
    const answer = await sendRaw(
      registry,
      "POST",
      "/api/v1/extensions/confirm",
      key,
      announcementOf(),
    );
    assert.ok([401, 403].includes(answer.status), `${answer.status}`);
    await answer.body?.cancel();
    registry.services.analyst = analyst;
  }
  assert.deepEqual(
    await registry.services.db.selectFrom("extension_version").selectAll().execute(),
    [],
  );
});

Deno.test("where only trusted publishers may publish, keys, tokens and sessions may not", async () => {
  await using world = await trusting();
  const { registry, ada } = world;
  await world.add();
  const person = await addPerson(registry.services, "pia", { acme: "owner" });
  const token = await addToken(registry.services, "acme", ["extensions:push"]);
  await published(registry, person);
  const set = async (body: object) => {
    const answer = await send(registry, "PUT /api/v1/collectives/acme/publishing", {
      cookie: ada.cookie,
      body,
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  const next = announcementOf({ version: "2026.01.03.1" });
  const announced = async (sending: object, name = "@acme/hello") =>
    refusal(
      await send(registry, "POST /api/v1/extensions/push", { ...sending, body: { ...next, name } }),
    );
  const refused = [403, "trusted_publishing_only"];
  for (
    const body of [{ publishing: "trusted" }, { publishing: "trusted", extension: "@acme/hello" }]
  ) {
    await set({ publishing: "any" });
    await set(body);
    for (const sending of [{ bearer: person }, { bearer: token }, { cookie: ada.cookie }]) {
      assert.deepEqual(await announced(sending), refused);
    }
    // The setting of one extension is not the other's.
    const other = await announced({ bearer: person }, "@acme/other");
    assert.deepEqual(other, "extension" in body ? [200, undefined] : refused);
  }
  // The extension goes on being stricter than its collective.
  await set({ publishing: "any" });
  assert.deepEqual(await announced({ bearer: person }), refused);
  await published(registry, await exchanged(world), { version: "2026.01.03.1" });
});

Deno.test("what was announced before only trusted publishers may publish is refused in the end", async () => {
  await using world = await trusting();
  const { registry, ada } = world;
  const person = await addPerson(registry.services, "pia", { acme: "owner" });
  assert.equal((await upload(registry, person, announcementOf(), await packageOf())).status, 200);
  await send(registry, "PUT /api/v1/collectives/acme/publishing", {
    cookie: ada.cookie,
    body: { publishing: "trusted" },
  });
  const answer = await sendRaw(
    registry,
    "POST",
    "/api/v1/extensions/confirm",
    person,
    announcementOf(),
  );
  assert.deepEqual([answer.status, (await answer.json()).code], [403, "trusted_publishing_only"]);
  assert.deepEqual(
    await registry.services.db.selectFrom("extension").selectAll().execute(),
    [],
  );
});

Deno.test("the setting of an extension of another collective is not ours to change", async () => {
  await using world = await trusting();
  const { registry, ada } = world;
  await collective(registry, ada, "other");
  const person = await addPerson(registry.services, "pia", { other: "owner" });
  await published(registry, person, { name: "@other/hello" });
  const answer = await send(registry, "PUT /api/v1/collectives/acme/publishing", {
    cookie: ada.cookie,
    body: { publishing: "trusted", extension: "@other/hello" },
  });
  assert.deepEqual(refusal(answer), [404, "not_found"]);
});
