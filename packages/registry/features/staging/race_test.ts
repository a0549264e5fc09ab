import { deepEqual, equal } from "node:assert/strict";
import { push } from "../../testing/extensions/push.ts";
import { memberId, send } from "../identity/testing.ts";
import { ask, decide, read, setRule, stage, staged, stagingWorld } from "./testing.ts";

/** Refusals, as status and code. */
const said = ({ status, body }: { status: number; body: { code?: string } }) =>
  body?.code === undefined ? status : `${status} ${body.code}`;

Deno.test("of two approvals in parallel one publishes, and of two that are needed both count", async () => {
  await using world = await stagingWorld();
  const { registry, people: { olga, adam, bea, mary } } = world;
  const first = await staged(registry, mary.key);
  const both = await Promise.all([adam, bea].map((who) => decide(registry, who, first, "approve")));
  deepEqual(both.map(said).sort(), [200, "409 conflict"]);

  await setRule(registry, olga, { count: 2 });
  const second = await staged(registry, mary.key, { version: "2026.01.02.2" });
  const two = await Promise.all([adam, bea].map((who) => decide(registry, who, second, "approve")));
  deepEqual(two.map(said), [200, 200], JSON.stringify(two.map(({ body }) => body)));
  equal((await read(registry, mary, second)).state, "published");

  const third = await staged(registry, mary.key, { version: "2026.01.02.3" });
  const twice = [
    await decide(registry, adam, third, "approve"),
    await decide(registry, adam, third, "approve"),
  ];
  deepEqual(twice.map(said), [200, "409 conflict"]);
  const waits = await read(registry, mary, third);
  deepEqual([waits.state, waits.approvals, waits.needed], ["staged", 1, 2]);
});

Deno.test("who was demoted meanwhile approves nothing, and what they approved before counts no more", async () => {
  await using world = await stagingWorld();
  const { registry, people: { olga, adam, bea, mary } } = world;
  const change = async (who: typeof adam, role: string) => {
    const id = await memberId(registry, olga, "acme", who);
    await setRule(registry, olga, { count: 2 });
    const { cookie } = olga;
    const body = { role };
    equal(
      (await send(registry, `PATCH /api/v1/collectives/acme/members/${id}`, { cookie, body }))
        .status,
      200,
    );
  };
  await setRule(registry, olga, { count: 2 });
  const row = await staged(registry, mary.key);
  equal(said(await decide(registry, adam, row, "approve")), 200);
  const { challengeId, options } = (await ask(registry, bea, row, "approve")).body;
  await change(bea, "member");
  const response = bea.passkey.sign(options);
  const body = { checksum: row.checksum, challengeId, response };
  const late = await send(registry, `POST /api/v1/staged/${row.id}/approve`, {
    cookie: bea.cookie,
    body,
  });
  equal(said(late), "403 role_too_low");
  await change(adam, "member");
  equal((await read(registry, mary, row)).approvals, 0);
  equal(said(await decide(registry, olga, row, "approve")), 200);
  equal((await read(registry, mary, row)).state, "staged", "one approval counts");
});

Deno.test("a number that waits is taken, and one that was published beside is not published again", async () => {
  await using world = await stagingWorld();
  const { registry, people: { adam, mary } } = world;
  const { db } = registry.services;
  const row = await staged(registry, mary.key);
  const other = { source: "/** Another. @module */\nexport const other: string = 'x';\n" };
  equal(said(await stage(registry, mary.key, other)), "409 version_staged");
  const pushed = await push(registry, mary.key, other);
  deepEqual([pushed.status, (await pushed.json()).code], [409, "version_staged"]);

  // A server of an earlier release knows of none that wait.
  await db.updateTable("staged_version").set({ state: "rejected" }).execute();
  equal((await push(registry, mary.key, other)).status, 200);
  await db.updateTable("staged_version").set({ state: "staged" }).execute();
  equal(said(await decide(registry, adam, row, "approve")), "409 version_exists");
  const ended = await read(registry, mary, row);
  deepEqual([ended.state, ended.reason], [
    "rejected",
    "another archive was published under this version",
  ]);
  equal(said(await stage(registry, mary.key)), "409 version_exists");
});

Deno.test("the same bytes pushed where that publishes end the wait", async () => {
  await using world = await stagingWorld();
  const { registry, people: { mary } } = world;
  const row = await staged(registry, mary.key);
  equal((await push(registry, mary.key)).status, 200);
  equal((await read(registry, mary, row)).state, "published");
});

Deno.test("what nobody approved in 14 days expires, also while somebody approves it", async () => {
  await using world = await stagingWorld();
  const { registry, later, people: { adam, mary } } = world;
  const row = await staged(registry, mary.key);
  later(14 * 24 - 0.02);
  const { challengeId, options } = (await ask(registry, adam, row, "approve")).body;
  later(0.02);
  const body = { checksum: row.checksum, challengeId, response: adam.passkey.sign(options) };
  const { cookie } = adam;
  const late = await send(registry, `POST /api/v1/staged/${row.id}/approve`, { cookie, body });
  equal(said(late), "409 conflict");
  equal((await read(registry, mary, row)).state, "expired", "before the sweep");
  const { sweep } = await import("../../jobs.ts");
  await sweep(registry.services);
  deepEqual((await read(registry, mary, row)).reason, "nobody approved it in time");
  equal((await stage(registry, mary.key)).status, 201, "its number is free");
});
