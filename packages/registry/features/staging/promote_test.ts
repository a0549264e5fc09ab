import { deepEqual, equal, match } from "node:assert/strict";
import { addToken } from "../../testing/extensions/people.ts";
import { push } from "../../testing/extensions/push.ts";
import { send, type Sending } from "../identity/testing.ts";
import { decide, setRule, staged, stagingWorld } from "./testing.ts";

const extension = "@acme/hello";
const WAYS = [["beta", "rc"], ["beta", "stable"], ["rc", "stable"]] as const;

/** What is asked for, and whether a promotion needs no approval then. */
const RULES: readonly [string, Record<string, unknown>, boolean][] = [
  ["nothing", {}, true],
  ["approvals of what is staged alone", { count: 1, notSelf: true }, true],
  ["approvals by the extension", { extension, required: true }, false],
  ["approvals by the collective", { required: true }, false],
];

Deno.test("where approvals are asked for no key, token or session promotes to a channel without one", async () => {
  await using world = await stagingWorld();
  const { registry, later, people: { olga, adam, mary, sam } } = world;
  const token = await addToken(registry.services, "acme", ["extensions:promote"]);
  const may: [string, Sending][] = [
    ["owner's key", { bearer: olga.key }],
    ["admin's key", { bearer: adam.key }],
    ["admin's session", { cookie: adam.cookie }],
    ["token", { bearer: token }],
  ];
  const mayNot: [string, Sending][] = [
    ["member's key", { bearer: mary.key }],
    ["stranger's key", { bearer: sam.key }],
    ["nobody", {}],
  ];
  const promote = (version: string, toChannel: string, who: Sending) =>
    send(registry, `POST /api/v1/extensions/${extension}/promote`, {
      ...who,
      body: { version, toChannel },
    });
  // Before anything is asked for, as a push is refused then.
  const version = "2026.01.02.1";
  equal((await push(registry, mary.key, { version, channel: "beta" })).status, 200);
  for (const [rule, set, free] of RULES) {
    equal((await setRule(registry, olga, set)).status, 200);
    for (const [who, sending] of may) {
      for (const [channel, to] of WAYS) {
        await registry.services.db.updateTable("extension_version").set({ channel }).execute();
        const { status, body } = await promote(version, to, sending);
        const cell = `${rule}: ${who}, ${channel} to ${to}`;
        deepEqual([status, body.code], free ? [200, undefined] : [409, "staging_required"], cell);
        if (!free) match(body.hint, /An approval is for one channel\..*svc extension stage/);
      }
    }
  }
  const refusals = await Promise.all(
    mayNot.map(async ([who, sending]) => [
      who,
      (await promote(version, "stable", sending)).body.code,
    ]),
  );
  deepEqual(Object.fromEntries(refusals), {
    "member's key": "role_too_low",
    "stranger's key": "role_too_low",
    nobody: "not_authenticated",
  });

  // What was approved was approved for its channel; the next one is staged for the other.
  const approved = "2026.01.03.1";
  const beta = await staged(registry, mary.key, { version: approved, channel: "beta" });
  equal((await decide(registry, adam, beta, "approve")).body.state, "published");
  equal((await promote(approved, "stable", { bearer: adam.key })).body.code, "staging_required");
  const stable = await staged(registry, mary.key, { version: "2026.01.03.2" });
  equal((await decide(registry, adam, stable, "approve")).body.state, "published");

  // Asking for less counts a day later, as for a push.
  await setRule(registry, olga, { extension });
  await setRule(registry, olga, {});
  equal((await promote(approved, "stable", { bearer: olga.key })).body.code, "staging_required");
  later(24.1);
  equal((await promote(approved, "stable", { bearer: olga.key })).status, 200);
});
