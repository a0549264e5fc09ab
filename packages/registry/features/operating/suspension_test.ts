import assert from "node:assert/strict";
import { besideServer } from "../../admin/testing/beside.ts";
import { collective, join, personalKey, send, signUp, token } from "../identity/testing.ts";
import { announcementOf, published } from "../../testing/extensions/push.ts";

Deno.test("a suspended collective is read and not changed, and comes back as it was", async () => {
  await using beside = await besideServer();
  const { registry, json } = beside;
  const { db } = registry.services;
  const [ada, mel] = [await signUp(registry, "ada"), await signUp(registry, "mel")];
  await collective(registry, ada, "acme");
  await join(registry, ada, "acme", mel);
  const { key } = await personalKey(registry, ada);
  for (const name of ["@acme/one", "@acme/two", "@acme/bad"]) {
    await published(registry, key, { name });
  }
  const robot = await token(registry, ada, "acme", ["extensions:*", "collective:*"]);
  await json(0, "takedown", "@acme/bad", "--reason", "malware");
  const stored = async () => [
    await db.selectFrom("extension").select(["name", "taken_down_at", "takedown_kind", "yanked_at"])
      .orderBy("name").execute(),
    await db.selectFrom("collective").selectAll().where("slug", "=", "acme").execute(),
  ];
  const before = await stored();
  assert.equal((await json(2, "suspend", "acme")).code, "usage");
  assert.equal((await json(1, "suspend", "acne", "--reason", "x")).code, "not_found");
  assert.equal((await json(1, "unsuspend", "acme")).code, "conflict");

  assert.equal((await json(0, "suspend", "acme", "--reason", "It spams.")).extensions, 2);
  assert.equal((await json(1, "suspend", "acme", "--reason", "x")).code, "conflict");
  const code = async (line: string, sending: object, body?: unknown) =>
    (await send(registry, line, { ...sending, body })).body?.code;
  const owner = { cookie: ada.cookie };
  const changes: [string, object, unknown][] = [
    ["PATCH /api/v1/collectives/acme", owner, { description: "x" }],
    ["PATCH /api/v1/collectives/acme", { bearer: robot.key }, { description: "x" }],
    ["POST /api/v1/collectives/acme/invite", owner, { username: "mel", role: "admin" }],
    ["POST /api/v1/collectives/acme/api-tokens", owner, { name: "t", scopes: ["lab:read"] }],
  ];
  for (const [line, sending, body] of changes) {
    assert.equal(await code(line, sending, body), "collective_suspended", line);
  }
  for (const bearer of [key, robot.key]) {
    const pushed = announcementOf({ name: "@acme/one", version: "2026.01.03.1" });
    assert.equal(await code("POST /api/v1/extensions/push", { bearer }, pushed), "quarantined");
  }
  await assert.rejects(published(registry, key, { name: "@acme/new" }), /collective_suspended/);
  for (const name of ["one", "two"]) {
    const path = `GET /api/v1/extensions/@acme/${name}`;
    assert.equal(await code(path, {}), "quarantined");
    assert.equal(await code(path, owner), undefined);
    assert.equal(await code(`${path}@2026.01.02.1/download`, owner), "quarantined");
  }
  assert.equal(await code("GET /api/v1/collectives/acme", owner), undefined);
  const { body } = await send(registry, "GET /api/v1/notifications", { cookie: mel.cookie });
  assert.equal(body.notifications[0].title, "The operator suspended the collective: It spams.");
  const page = async (cookie: string) =>
    await (await registry.request("/collectives/acme", {
      headers: { accept: "text/html", cookie },
    }))
      .text();
  assert.match(await page(mel.cookie), />Suspended since \d{4}-\d\d-\d\d: It spams\.</);
  assert.doesNotMatch(await page(""), /uspen|It spams/);
  assert.equal(
    await code("POST /api/v1/collectives/acme/leave", { cookie: mel.cookie }),
    undefined,
  );

  assert.equal((await json(0, "unsuspend", "acme")).extensions, 2);
  assert.deepEqual(await stored(), before, "what was taken down stays so, and nothing else");
  const events = await db.selectFrom("audit_event").select(["action", "credential"])
    .where("action", "like", "collective.%suspended").execute();
  assert.deepEqual(events.map(({ action, credential }) => `${action} ${credential}`).sort(), [
    "collective.suspended operator",
    "collective.unsuspended operator",
  ]);
});
