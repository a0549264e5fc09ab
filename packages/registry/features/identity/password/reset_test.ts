import type { TakenMail } from "@svc/fakes/smtp";
import {
  answerDevice,
  cookieOf,
  openDevice,
  type Person,
  personalKey,
  send,
  signUp,
} from "../testing.ts";
import { type TestRegistry, testRegistry } from "../../../testing.ts";
import { mailing } from "../../../testing/mail.ts";
import { visitor } from "../../../testing/web/browse.ts";
import { createResetLink } from "./reset.ts";
import assert from "node:assert/strict";

const NEXT = "another long password";

const signIn = (registry: TestRegistry, { username }: Person, password: string) =>
  send(registry, "POST /api/auth/sign-in/username", { body: { username, password } });

function use(registry: TestRegistry, url: string, more: Record<string, string> = {}) {
  const token = new URL(url).searchParams.get("token") ?? "";
  return visitor(registry).post("/reset-password", { token, password: NEXT, ...more });
}

const linksOf = ({ parsed }: TakenMail) => parsed.text?.match(/http\S+reset-password\S+/g) ?? [];

Deno.test("an operator's link sets a new password once, ends every session and keeps the keys", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const key = await personalKey(registry, ada);
  const other = cookieOf((await signIn(registry, ada, ada.password)).headers);
  const { url, expiresAt } = await createResetLink(registry.services, "ada");
  assert.match(url, /^http:\/\/registry\.test\/reset-password\?token=[\w-]{43}$/);
  assert.equal(Date.parse(expiresAt) - registry.clock.now.getTime(), 3_600_000);
  const form = await visitor(registry).get(url.slice("http://registry.test".length));
  assert.match(form.html, /New password for ada/);
  assert.equal(form.headers.get("cache-control"), "no-store");
  assert.equal((await use(registry, url)).status, 200);
  for (const cookie of [ada.cookie, other]) {
    assert.equal((await send(registry, "GET /api/whoami", { cookie })).status, 401);
  }
  assert.equal((await send(registry, "GET /api/whoami", { bearer: key.key })).status, 200);
  assert.equal((await signIn(registry, ada, ada.password)).status, 401);
  assert.equal((await signIn(registry, ada, NEXT)).status, 200);
  const again = await use(registry, url);
  assert.deepEqual([again.status, /is no longer valid/.test(again.html)], [404, true]);
  await assert.rejects(createResetLink(registry.services, "nobody"), { code: "not_found" });
});

Deno.test("a reset can delete the personal keys, which then stop at once", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const key = await personalKey(registry, ada);
  await send(registry, "GET /api/whoami", { bearer: key.key });
  const { url } = await createResetLink(registry.services, "ada");
  assert.equal((await use(registry, url, { deleteKeys: "on" })).status, 200);
  assert.equal((await send(registry, "GET /api/whoami", { bearer: key.key })).status, 401);
});

Deno.test("a reset ends the device codes that the account approved, and nobody else's", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const bob = await signUp(registry, "bob");
  const codes: string[] = [];
  for (const { cookie } of [ada, bob]) {
    const { body } = await send(registry, "POST /api/auth/device/code", {
      body: { client_id: "svc-cli" },
    });
    await openDevice(registry, cookie, body.user_code);
    await answerDevice(registry, cookie, body.user_code);
    codes.push(body.device_code);
  }
  const { url } = await createResetLink(registry.services, "ada");
  assert.equal((await use(registry, url)).status, 200);
  const redeem = (device_code: string) =>
    send(registry, "POST /api/auth/device/token", {
      body: {
        client_id: "svc-cli",
        device_code,
        grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      },
    });
  assert.equal((await redeem(codes[0]!)).status, 400);
  assert.equal((await redeem(codes[1]!)).status, 200, "somebody else's code stays valid");
});

Deno.test("of two who use one link at once, one gets in; guessed, expired and replaced links do not", async () => {
  await using registry = await testRegistry();
  await signUp(registry, "ada");
  const first = await createResetLink(registry.services, "ada");
  const second = await createResetLink(registry.services, "ada");
  const both = await Promise.all([use(registry, first.url), use(registry, first.url)]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 404]);
  assert.equal((await use(registry, second.url)).status, 404, "a used link ends the others");
  const third = await createResetLink(registry.services, "ada");
  registry.clock.now = new Date(Date.parse(third.expiresAt));
  assert.equal((await use(registry, third.url)).status, 404, "expired");
  for (const token of ["", "x", "a".repeat(43), "%00", "' or 1=1 --"]) {
    const guessed = `http://registry.test/reset-password?token=${encodeURIComponent(token)}`;
    assert.equal((await use(registry, guessed)).status, 404, token);
  }
});

Deno.test("a reset refuses a weak password, another site's form, and keeps the link for the next try", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { url } = await createResetLink(registry.services, "ada");
  for (const password of ["short", "password123", ada.email, "x".repeat(129)]) {
    const { status, html } = await use(registry, url, { password });
    assert.deepEqual([status, /aria-invalid="true"/.test(html)], [400, true], password);
  }
  const token = new URL(url).searchParams.get("token")!;
  const evil = { origin: "https://evil.example" };
  const foreign = await visitor(registry).post("/reset-password", { token, password: NEXT }, evil);
  assert.equal(foreign.status, 403);
  assert.equal((await use(registry, url)).status, 200);
});

Deno.test("the store holds no secret of a link, and the log neither link nor address", async () => {
  await using mail = await mailing();
  const { registry, smtp } = mail;
  const ada = await signUp(registry, "ada");
  await visitor(registry).post("/forgot-password", { login: "ada" });
  await registry.work();
  const tokens = smtp.taken.flatMap(linksOf).map((url) => new URL(url).searchParams.get("token")!);
  assert.equal(tokens.length, 1);
  const rows = JSON.stringify([
    await registry.services.db.selectFrom("account_link").selectAll().execute(),
    await registry.services.db.selectFrom("mail").selectAll().execute(),
    await registry.services.db.selectFrom("job").selectAll().execute(),
  ]);
  assert.ok(!rows.includes(tokens[0]!));
  const log = registry.logged.join("\n");
  assert.ok(log.includes("mail.sent") && !log.includes(tokens[0]!) && !log.includes(ada.email));
});

Deno.test("forgot password answers and does the same for a known, an unknown and a hostile name", async () => {
  await using mail = await mailing();
  const { registry, smtp } = mail;
  await signUp(registry, "ada");
  const ask = (login: string) => visitor(registry).post("/forgot-password", { login });
  const logins = ["ada", "ADA@example.org", "nobody", "no@example.org", "a@b\r\nBcc: e@f.org", ""];
  const answers = [];
  for (const login of logins) answers.push(await ask(login));
  assert.equal(new Set(answers.map(({ status, html }) => `${status} ${html}`)).size, 1);
  await registry.work();
  const resets = smtp.taken.filter((mail) => linksOf(mail).length > 0);
  assert.deepEqual(resets.map(({ to }) => to), [["ada@example.org"], ["ada@example.org"]]);
  assert.equal((await use(registry, linksOf(resets[0]!)[0]!)).status, 200);
  const { emailVerified } = await registry.services.db.selectFrom("user").select("emailVerified")
    .executeTakeFirstOrThrow();
  assert.equal(emailVerified, 1, "who reads the mail has the address");
});

Deno.test("an address that several accounts gave gets one mail with a link for each", async () => {
  await using mail = await mailing();
  const { registry, smtp } = mail;
  await signUp(registry, "ada");
  const twin = { username: "twin", email: "ada@example.org", password: "twin's long password" };
  assert.equal((await send(registry, "POST /api/auth/sign-up/email", { body: twin })).status, 200);
  await visitor(registry).post("/forgot-password", { login: "ada@example.org" });
  await registry.work();
  const [reset] = smtp.taken.filter((mail) => linksOf(mail).length > 0);
  assert.equal(linksOf(reset!).length, 2);
  const [, link] = /password of twin:\n(\S+)/.exec(reset!.parsed.text!)!;
  assert.equal((await use(registry, link!)).status, 200);
  assert.equal((await signIn(registry, { username: "twin" } as Person, NEXT)).status, 200);
  const ada = { username: "ada" } as Person;
  assert.equal((await signIn(registry, ada, "ada's long password")).status, 200);
});

Deno.test("a mailbox is not filled by asking often", async () => {
  await using mail = await mailing({ environment: { SVC_RATE_LIMIT: "on" } });
  await signUp(mail.registry, "ada");
  for (let count = 0; count < 6; count++) {
    await visitor(mail.registry).post("/forgot-password", { login: "ada" });
  }
  await mail.registry.work();
  assert.equal(mail.smtp.taken.filter((taken) => linksOf(taken).length > 0).length, 3);
});

Deno.test("without a mail server the page says whom to ask, and nothing is queued", async () => {
  await using registry = await testRegistry();
  const ada = visitor(registry);
  assert.match((await ada.get("/sign-in")).html, /href="\/forgot-password"/);
  assert.match((await ada.get("/forgot-password")).html, /sends no mail/);
  assert.match((await ada.post("/forgot-password", { login: "ada" })).html, /sends no mail/);
  assert.deepEqual(await registry.services.db.selectFrom("mail").selectAll().execute(), []);
});
