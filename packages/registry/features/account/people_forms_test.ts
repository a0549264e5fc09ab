import assert from "node:assert/strict";
import { collective, join, signUp } from "../identity/testing.ts";
import { trialWords } from "../billing/billing_section.tsx";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { publish } from "../../testing/web/publish.ts";

const ORIGIN = "http://registry.test";

async function post(
  registry: TestRegistry,
  cookie: string,
  path: string,
  fields: Record<string, string>,
) {
  const response = await registry.request(path, {
    method: "POST",
    redirect: "manual",
    headers: { cookie, origin: ORIGIN, accept: "text/html" },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, html: await response.text() };
}

async function read(registry: TestRegistry, cookie: string, path: string): Promise<string> {
  const response = await registry.request(path, { headers: { cookie, accept: "text/html" } });
  return await response.text();
}

Deno.test("a member leaves a collective on its page; its last owner is told why they cannot", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const bob = await signUp(registry, "bob");
  await collective(registry, ada, "acme");
  await join(registry, ada, "acme", bob);
  const leave = (cookie: string) => post(registry, cookie, "/collectives/acme/leave", {});
  assert.match(await read(registry, bob.cookie, "/collectives/acme"), /Leave @acme/);
  assert.equal((await leave(bob.cookie)).status, 303);
  assert.ok(!(await read(registry, bob.cookie, "/collectives/acme")).includes("Leave @acme"));
  const refused = await leave(ada.cookie);
  assert.equal(refused.status, 400);
  assert.match(refused.html, /role="alert"/);
});

Deno.test("an admin changes the plan in the settings; a trial is told of until the collective pays", async () => {
  await using registry = await testRegistry({ environment: { SVC_PLANS: "on" } });
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const settings = "/collectives/acme/settings";
  assert.match(
    await read(registry, ada.cookie, `${settings}/billing`),
    /30 days left \(ends \d{4}-\d\d-\d\d\)/,
  );
  const changed = await post(registry, ada.cookie, `${settings}/change-plan`, { plan: "team" });
  assert.equal(changed.status, 303);
  const page = await read(registry, ada.cookie, `${settings}/billing`);
  assert.match(page, /Free to Team, by ada/);
  assert.ok(!page.includes("days left"));
  const again = await post(registry, ada.cookie, `${settings}/change-plan`, { plan: "team" });
  assert.equal(again.status, 400);
});

Deno.test("a trial's last day is one day, and its end is told in one word (spec §2.5)", () => {
  const trial = {
    state: "active" as const,
    startedAt: null,
    endsAt: "2026-12-01T00:00:00.000Z",
    daysRemaining: 1,
    totalDays: 30,
  };
  assert.equal(trialWords({ paid: false, trial }), "1 day left (ends 2026-12-01)");
  assert.equal(trialWords({ paid: false, trial: { ...trial, state: "expired" } }), "expired");
  assert.equal(trialWords({ paid: true, trial }), undefined);
});

Deno.test("a profile is edited on its page, and a field left empty is cleared", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const fields = { displayName: "Ada L.", bio: "One\r\ntwo", url: "", location: "London" };
  assert.equal((await post(registry, ada.cookie, "/account/profile", fields)).status, 303);
  assert.match(await read(registry, ada.cookie, "/u/ada"), /London/);
  const bad = { ...fields, url: "ada.example.org", bio: "One\u0007", location: "" };
  const refused = await post(registry, ada.cookie, "/account/profile", bad);
  assert.equal(refused.status, 400);
  assert.match(refused.html, /id="field-url-error">must be an http or https URL</);
  assert.match(refused.html, /id="field-bio-error">must not contain control characters</);
  assert.equal(
    (await post(registry, ada.cookie, "/account/profile", { ...fields, location: "" })).status,
    303,
  );
  assert.ok(!(await read(registry, ada.cookie, "/u/ada")).includes("London"));
});

Deno.test("an admin promotes a version, yanks that one and brings it back on the extension's page", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const name = "@ada/tools";
  const version = "2026.11.20.1";
  await publish(registry, ada.cookie, { name, version, description: "Tools", readme: "# Tools" });
  await registry.services.db.updateTable("extension_version").set({ channel: "beta" }).execute();
  const act = async (action: string, more: Record<string, string> = {}) => {
    const fields = { name, version, action, ...more };
    assert.equal((await post(registry, ada.cookie, "/extensions", fields)).status, 303, action);
    return await registry.services.db.selectFrom("extension_version")
      .select(["channel", "yanked_at"]).executeTakeFirstOrThrow();
  };
  assert.equal((await act("promote", { toChannel: "stable" })).channel, "stable");
  assert.notEqual((await act("yank-version", { reason: "wrong" })).yanked_at, null);
  assert.equal((await act("unyank-version")).yanked_at, null);
});
