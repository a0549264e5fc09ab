import assert from "node:assert/strict";
import { linksIn, mailing } from "../../testing/mail.ts";
import { testRegistry } from "../../testing.ts";
import { RATES } from "../../access/rate/limits.ts";
import { cookieOf, personalKey, send, signUp } from "./testing.ts";

/** Requests may come from any network; limits are on. */
const environment = { SVC_RATE_LIMIT: "on", SVC_TRUSTED_PROXIES: "127.0.0.1" };

type Registry = Parameters<typeof send>[0];

const ADA = "ada@example.org";

/** Ada, whose address is confirmed. */
async function adaOf(registry: Registry) {
  const ada = await signUp(registry, "ada");
  const { db } = registry.services;
  await db.updateTable("user").set({ emailVerified: 1 }).where("id", "=", ada.id).execute();
  return ada;
}

/** Somebody whose account names Ada's address, unconfirmed, with the cookie of their own device. */
async function eveOf(registry: Registry) {
  const { status, headers } = await send(registry, "POST /api/auth/sign-up/email", {
    body: { email: ADA, password: "eve's long password", username: "eve" },
    headers: { "x-forwarded-for": "198.51.100.200" },
  });
  assert.equal(status, 200);
  return cookieOf(headers, "svc.device");
}

function signIn(
  registry: Registry,
  from: string,
  login: string,
  password: string,
  cookie = "",
): Promise<{ status: number; headers: Headers }> {
  const [path, field] = login.includes("@") ? ["email", "email"] : ["username", "username"];
  return send(registry, `POST /api/auth/sign-in/${path}`, {
    cookie,
    body: { [field]: login, password },
    headers: { "x-forwarded-for": from, origin: "http://registry.test" },
  });
}

/** Wrong passwords for what was typed, from 90 addresses, until the account takes no more. */
async function lockOut(registry: Registry, login: string): Promise<void> {
  let last = 0;
  for (let n = 0; n < 90; n++) {
    last = (await signIn(registry, `192.0.2.${n}`, login, "wrong password")).status;
  }
  assert.equal(last, 429);
}

Deno.test("wrong passwords from 90 addresses refuse strangers, and no device that the account knows", async () => {
  await using registry = await testRegistry({ environment });
  const ada = await adaOf(registry);
  const eve = await eveOf(registry);
  const bob = await signUp(registry, "bob");
  await lockOut(registry, "ada");
  await lockOut(registry, ADA);
  const away = "203.0.113.9";
  const forged = `${ada.device.slice(0, -12)}AAAAAAAA%3D`;
  // Who asks, by which cookie; whose account was typed; what they get.
  const table: [string, string, string, string, number][] = [
    ["her device", ada.device, "ada", ada.password, 200],
    ["her device, however she spells it", ada.device, "ADA", ada.password, 200],
    ["her device, by her confirmed address", ada.device, ADA, ada.password, 200],
    ["her device, wrong password", ada.device, "ada", "wrong password", 401],
    ["no device", "", "ada", ada.password, 429],
    ["a device with a forged cookie", forged, "ada", ada.password, 429],
    ["another account's device", eve, "ada", ada.password, 429],
    ["a device whose account only names her address", eve, ADA, ada.password, 429],
    ["nobody's device, another account", "", "bob", bob.password, 200],
  ];
  for (const [who, cookie, login, password, status] of table) {
    assert.equal((await signIn(registry, away, login, password, cookie)).status, status, who);
  }
  const { signInKnown: { burst } } = RATES;
  for (let n = 1; n < burst; n++) await signIn(registry, away, "ada", "wrong password", ada.device);
  const known = await signIn(registry, away, "ada", ada.password, ada.device);
  assert.equal(known.status, 429, "a known device guesses as little as an address does");
  const days = 181 * 86_400_000;
  registry.clock.now = new Date(registry.clock.now.getTime() + days);
  await lockOut(registry, "ada");
  const old = await signIn(registry, away, "ada", ada.password, ada.device);
  assert.equal(old.status, 429, "a device is forgotten after half a year");
});

Deno.test("who resets the password by a mail signs in there, whatever strangers have tried", async () => {
  await using mail = await mailing({ environment });
  const { registry, smtp } = mail;
  await adaOf(registry);
  await lockOut(registry, "ada");
  const form = (path: string, fields: Record<string, string>) =>
    registry.request(path, {
      method: "POST",
      headers: { origin: "http://registry.test", "x-forwarded-for": "203.0.113.9" },
      body: new URLSearchParams(fields),
    });
  await form("/forgot-password", { login: ADA });
  await registry.work();
  const link = new URL(
    linksIn(smtp.taken.find(({ parsed }) => /Reset/.test(parsed.subject!))!)[0]!,
  );
  const password = "another long password";
  const done = await form("/reset-password", { token: link.searchParams.get("token")!, password });
  assert.equal(done.status, 200);
  await done.body?.cancel();
  const cookie = cookieOf(done.headers);
  const { status } = await signIn(registry, "203.0.113.9", "ada", password, cookie);
  assert.equal(status, 200);
});

Deno.test("what strangers send from a network refuses no good credential of that network", async () => {
  await using registry = await testRegistry({ environment });
  const ada = await adaOf(registry);
  const { key } = await personalKey(registry, ada);
  const from = "203.0.113.9";
  for (let n = 0; n < RATES.address.burst; n++) await registry.services.auth.limits.address(from);
  const forged = `${key.slice(0, -4)}AAAA`;
  const table: [string, string, Parameters<typeof send>[2], number][] = [
    ["a good key", "/api/whoami", { bearer: key }, 200],
    ["a good key, used for the second time", "/api/whoami", { bearer: key }, 200],
    ["a good session", "/api/whoami", { cookie: ada.cookie }, 200],
    ["a forged key", "/api/whoami", { bearer: forged }, 429],
    ["what is not a key", "/api/whoami", { bearer: "svc_x" }, 429],
    ["a cookie of nobody", "/api/whoami", { cookie: "svc.session_token=x.y" }, 429],
    ["nobody", "/api/v1/extensions/search", {}, 429],
  ];
  for (const [who, path, sent, status] of table) {
    const headers = { "x-forwarded-for": from };
    const answer = await send(registry, `GET ${path}`, { ...sent, headers });
    assert.equal(answer.status, status, who);
  }
  const page = (cookie: string) =>
    registry.request("/account", {
      headers: { cookie, "x-forwarded-for": from },
      redirect: "manual",
    }).then(async ({ status, body }) => (await body?.cancel(), status));
  assert.deepEqual([await page(ada.cookie), await page("")], [200, 429]);
});

Deno.test("strangers who name an address use up their own mails to it, not those of its owner", async () => {
  await using mail = await mailing({ environment });
  const { registry, smtp } = mail;
  let made = 0;
  const signUpFrom = async (from: string) => {
    const { status, headers } = await send(registry, "POST /api/auth/sign-up/email", {
      body: { email: ADA, password: "a long password", username: `person${made++}` },
      headers: { "x-forwarded-for": from },
    });
    assert.equal(status, 200, "whether a mail goes out is not told");
    return cookieOf(headers);
  };
  const form = async (path: string, from: string, cookie: string, fields = {}) => {
    const { status, body } = await registry.request(path, {
      method: "POST",
      headers: { origin: "http://registry.test", cookie, "x-forwarded-for": from },
      body: new URLSearchParams(fields),
    });
    await body?.cancel();
    return status;
  };
  const mails = async (kind: RegExp) => {
    await registry.work();
    return smtp.taken.filter(({ parsed }) => kind.test(parsed.subject!)).length;
  };
  const confirming = () => mails(/^Confirm your address/);
  for (let n = 0; n < 6; n++) await signUpFrom("192.0.2.1");
  assert.equal(await confirming(), 3, "one network");
  const owner = await signUpFrom("203.0.113.9");
  assert.equal(await confirming(), 4, "the owner, from another one");
  const again = (from: string) => form("/account/address/verify", from, owner);
  for (const count of [5, 6]) {
    assert.equal(await again("203.0.113.9"), 200);
    assert.equal(await confirming(), count);
  }
  assert.equal(await again("203.0.113.10"), 429, "three for one account, from wherever");
  for (let n = 2; n < 10; n++) {
    for (let each = 0; each < 3; each++) await signUpFrom(`192.0.2.${n}`);
  }
  assert.equal(await confirming(), 15, "the address gets no more than that");

  const resetting = () => mails(/^Reset your password/);
  const ask = (from: string, cookie = "") => form("/forgot-password", from, cookie, { login: ADA });
  const { db } = registry.services;
  for (let n = 0; n < 5; n++) assert.equal(await ask("192.0.2.1"), 200);
  assert.equal(await resetting(), 3, "one network");
  await ask("203.0.113.9");
  assert.equal(await resetting(), 4, "the owner, from another one");
  for (let n = 2; n < 10; n++) for (let each = 0; each < 3; each++) await ask(`192.0.2.${n}`);
  assert.equal(await resetting(), 15, "the address gets no more than that");
  await ask("203.0.113.9", owner);
  assert.equal(await resetting(), 15, "an account that did not confirm the address is a stranger");
  await db.updateTable("user").set({ emailVerified: 1 })
    .where("username", "=", "person6").execute();
  for (let n = 0; n < 5; n++) await ask("203.0.113.9", owner);
  assert.equal(await resetting(), 18, "the owner's own device");
});

Deno.test("strangers who sign in as an account's id keep nobody from deleting it; a session's guesses count together", async () => {
  await using registry = await testRegistry({ environment });
  const ada = await adaOf(registry);
  await lockOut(registry, ada.id);
  const remove = async (password: string) => {
    const { status, body } = await registry.request("/account/data/delete", {
      method: "POST",
      headers: {
        origin: "http://registry.test",
        cookie: ada.cookie,
        "x-forwarded-for": "203.0.113.9",
      },
      body: new URLSearchParams({ confirm: "ada", password }),
    });
    await body?.cancel();
    return status;
  };
  const { signInKnown: { burst } } = RATES;
  for (let n = 1; n < burst; n++) await registry.services.auth.limits.signIn("", "", ada.id);
  assert.equal(await remove("wrong password"), 401);
  assert.equal(await remove(ada.password), 429, "what was guessed elsewhere counts as well");
  registry.clock.now = new Date(registry.clock.now.getTime() + 60_000);
  assert.equal(await remove(ada.password), 200);
});
