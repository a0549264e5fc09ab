import assert from "node:assert/strict";
import { send } from "../identity/testing.ts";
import { linksIn, mailing } from "../../testing/mail.ts";
import { PASSWORD, signedUp, visitor } from "../../testing/web/browse.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";

const confirmation = (links: readonly string[]) =>
  links.find((link) => link.includes("/account/address/confirm"))!;
const pathOf = (link: string) => link.slice("http://registry.test".length);
const tokenOf = (link: string) => ({ token: new URL(link).searchParams.get("token")! });

const signIn = (registry: TestRegistry, email: string, password = PASSWORD) =>
  send(registry, "POST /api/auth/sign-in/email", { body: { email, password } });

Deno.test("a sign-up is mailed a link that confirms the address, once, for that account only", async () => {
  await using mail = await mailing();
  const { registry, smtp } = mail;
  const ada = await signedUp(registry, "ada");
  const eve = await signedUp(registry, "eve");
  await registry.work();
  const link = confirmation(linksIn(smtp.taken.find(({ to }) => to[0] === "ada@example.org")!));
  assert.match((await ada.get("/account/address")).html, /not confirmed/);

  // Who reads the mail but is not signed in, or as somebody else, confirms nothing.
  assert.match((await visitor(registry).get(pathOf(link))).location!, /^\/sign-in/);
  assert.equal((await eve.get(pathOf(link))).status, 404);
  assert.equal((await eve.post("/account/address/confirm", tokenOf(link))).status, 404);

  assert.match((await ada.get(pathOf(link))).html, /ada@example\.org/);
  const foreign = { origin: "https://evil.example" };
  assert.equal((await ada.post("/account/address/confirm", tokenOf(link), foreign)).status, 403);
  assert.equal((await ada.post("/account/address/confirm", tokenOf(link))).status, 303);
  assert.match((await ada.get("/account/address")).html, />confirmed</);
  assert.equal((await ada.post("/account/address/confirm", tokenOf(link))).status, 404);
});

Deno.test("a new link ends the one before; a link ends after 24 hours", async () => {
  await using mail = await mailing();
  const { registry, smtp } = mail;
  const ada = await signedUp(registry, "ada");
  await registry.work();
  await ada.post("/account/address/verify", {});
  await registry.work();
  const [first, second] = smtp.taken.map((taken) => confirmation(linksIn(taken)));
  assert.equal((await ada.get(pathOf(first!))).status, 404);
  registry.clock.now = new Date(registry.clock.now.getTime() + 24 * 3_600_000 - 1000);
  assert.equal((await ada.get(pathOf(second!))).status, 200);
  registry.clock.now = new Date(registry.clock.now.getTime() + 1000);
  assert.equal((await ada.post("/account/address/confirm", tokenOf(second!))).status, 404);
});

Deno.test("an address changes when its link is used; the old one is told, and signs in no more", async () => {
  await using mail = await mailing();
  const { registry, smtp } = mail;
  const ada = await signedUp(registry, "ada");
  await registry.services.db.updateTable("user").set({ emailVerified: 1 }).execute();
  const next = "Ada.Lovelace@Example.net";
  const wrong = await ada.post("/account/address", { email: next, password: "not the password" });
  assert.deepEqual([wrong.status, /id="field-password-error"/.test(wrong.html)], [401, true]);
  assert.equal(
    (await ada.post("/account/address", { email: next, password: PASSWORD })).status,
    200,
  );
  await registry.work();
  assert.equal((await signIn(registry, "ada@example.org")).status, 200, "not yet");
  const asked = smtp.taken.find(({ to }) => to[0] === "ada.lovelace@example.net")!;
  const link = confirmation(linksIn(asked));
  assert.equal((await ada.post("/account/address/confirm", tokenOf(link))).status, 303);
  await registry.work();
  const told = smtp.taken.at(-1)!;
  assert.deepEqual(told.to, ["ada@example.org"]);
  assert.match(told.parsed.text!, /changed to ada\.lovelace@example\.net/);
  assert.equal((await signIn(registry, "ada@example.org")).status, 401);
  assert.equal((await signIn(registry, next)).status, 200);
  const shown = (await ada.get("/account/address")).html;
  assert.match(shown, /<b>ada\.lovelace@example\.net<\/b>/);
  assert.match(shown, /you change your address/);
});

Deno.test("a change to an address that others gave works, and each signs in by it", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const bob = { username: "bob", email: "bob@example.org", password: "bob's long password" };
  assert.equal((await send(registry, "POST /api/auth/sign-up/email", { body: bob })).status, 200);
  const changed = await ada.post("/account/address", { email: bob.email, password: PASSWORD });
  assert.match(changed.html, /Your address was changed/);
  const names = [];
  for (const password of [PASSWORD, bob.password]) {
    names.push((await signIn(registry, bob.email, password)).body.user.username);
  }
  assert.deepEqual(names, ["ada", "bob"]);
});

Deno.test("a link to another address ends with the password it was asked with", async () => {
  await using mail = await mailing();
  const { registry, smtp } = mail;
  const ada = await signedUp(registry, "ada");
  await ada.post("/account/address", { email: "eve@example.org", password: PASSWORD });
  await registry.work();
  const link = confirmation(linksIn(smtp.taken.find(({ to }) => to[0] === "eve@example.org")!));
  const changed = await ada.post("/account/password", {
    current: PASSWORD,
    next: "another long password",
  });
  assert.match(changed.html, /Your password was changed/);
  assert.equal((await ada.post("/account/address/confirm", tokenOf(link))).status, 404);
});

Deno.test("odd addresses are refused beside the field", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const odd = [
    "ada@example.org",
    "ADA@EXAMPLE.ORG",
    "eve",
    "e@f.org\r\nBcc: a@b.org",
    "ädä@example.org",
    "e@f.org,a@b.org",
    `${"e".repeat(250)}@f.org`,
  ];
  for (const email of odd) {
    const { status, html } = await ada.post("/account/address", { email, password: PASSWORD });
    assert.deepEqual([status, /id="field-email-error"/.test(html)], [400, true], email);
  }
});

Deno.test("a mail that cannot be delivered is tried later, then shown as not delivered", async () => {
  await using mail = await mailing();
  const { registry, smtp } = mail;
  smtp.refuse.push(451, 550);
  const ada = await signedUp(registry, "ada");
  await registry.work();
  assert.match((await ada.get("/account/address")).html, />not sent yet</);
  registry.clock.now = new Date(registry.clock.now.getTime() + 60_000);
  await registry.work();
  assert.match((await ada.get("/account/address")).html, />not delivered</);
  assert.equal(smtp.taken.length, 0);
  const log = registry.logged.join("\n");
  assert.match(log, /"mail\.given_up"/);
  assert.ok(!log.includes("ada@example.org"));
});

Deno.test("a confirmed address is warned of a new password, key and token; an unconfirmed one is not", async () => {
  await using mail = await mailing();
  const { registry, smtp } = mail;
  const ada = await signedUp(registry, "ada");
  const warnings = async () => {
    smtp.taken.length = 0;
    await ada.post("/account/keys", { name: "<b>laptop</b>" });
    const token = { name: "robot", scope: "lab:read", days: "9" };
    await ada.post("/collectives/ada/settings/create-token", token);
    await registry.work();
    return smtp.taken.map(({ parsed }) => parsed.subject!).filter((text) => !/Confirm/.test(text))
      .sort();
  };
  assert.deepEqual(await warnings(), []);
  await registry.services.db.updateTable("user").set({ emailVerified: 1 }).execute();
  assert.deepEqual(await warnings(), [
    "A collective token was created (registry.test)",
    "A personal key was created (registry.test)",
  ]);
  assert.ok(smtp.taken.every(({ raw }) => !/svc_[0-9a-f]{9}|laptop|robot/.test(raw)));
});
