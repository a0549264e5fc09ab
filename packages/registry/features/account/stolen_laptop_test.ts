import { deepEqual, equal, match } from "node:assert/strict";
import { enrolApp } from "../factor/testing.ts";
import { STORED_PASSKEY } from "../passkey/testing.ts";
import { push } from "../../testing/extensions/push.ts";
import { PASSWORD, type Seen, signedUp, type Visitor, visitor } from "../../testing/web/browse.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";

const NAME = "@acme/hello";
const DOCS = new URL("../../../../docs/stolen-laptop.md", import.meta.url);

/** The numbered steps of the page of the manual. */
async function stepsOfPage(): Promise<string[]> {
  const page = await Deno.readTextFile(DOCS);
  return [...page.matchAll(/^\d+\. \*\*(.+?)\.\*\*/gm)].map(([, step]) => step!);
}

const hidden = ({ html }: Seen, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll("&amp;", "&");

async function as<Body>(
  { request }: TestRegistry,
  line: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<{ status: number; body: Body }> {
  const [method, path] = line.split(" ") as [string, string];
  const answer = await request(path, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

Deno.test("an owner whose laptop was stolen does the steps of the manual, and the thief is out", async () => {
  await using registry = await testRegistry();
  const { db } = registry.services;
  const laptop = await signedUp(registry, "ada");
  await laptop.post("/account/collectives", { slug: "acme", name: "" });
  const cookie = { cookie: laptop.cookie() };
  const app = await enrolApp(registry, laptop.cookie());
  const { id: user_id } = await db.selectFrom("user").select("id").executeTakeFirstOrThrow();
  await db.insertInto("passkey").values({ ...STORED_PASSKEY, user_id, name: "Laptop" }).execute();
  const { body: { key } } = await as<{ key: string }>(
    registry,
    "POST /api/auth/api-key/create",
    cookie,
    { name: "laptop" },
  );
  equal((await push(registry, key, { name: NAME })).status, 200);

  // The thief has all of it, and publishes with the key, a day later.
  registry.clock.now = new Date(registry.clock.now.getTime() + 86_400_000);
  const { body: { token } } = await as<{ token: string }>(
    registry,
    "POST /api/v1/auth/exchange",
    { authorization: `Bearer ${key}` },
  );
  const made = await as<{ key: string }>(
    registry,
    "POST /api/v1/collectives/acme/api-tokens",
    { authorization: `Bearer ${token}` },
    { name: "ci", scopes: ["extensions:push"] },
  );
  equal((await push(registry, key, { name: NAME, version: "2026.01.02.2" })).status, 200);
  const thiefPublishes = async () =>
    (await Promise.all(
      [key, made.body.key].map((each) =>
        push(registry, each, { name: NAME, version: "2026.01.02.3" })
      ),
    )).map(({ status }) => status);
  for (const [path, fields] of Object.entries(THIEF)) {
    const refused = await laptop.post(path, fields);
    deepEqual([refused.status, hidden(refused, "path")], [401, path]);
  }

  const phone = visitor(registry);
  const steps: Record<string, () => Promise<void>> = {
    async "Sign in"() {
      const asked = await phone.post("/sign-in", { login: "ada", password: PASSWORD });
      const pending = hidden(asked, "pending")!;
      const opened = await phone.post("/sign-in/code", { pending, code: app.code() });
      equal(opened.status, 303);
    },
    async "Sign the laptop out"() {
      equal((await laptop.get("/account")).status, 200);
      await phone.post("/account/sessions", {});
      equal((await laptop.get("/account")).status, 303);
    },
    async "Delete the laptop's key"() {
      const id = hidden(await phone.get("/account/keys"), "id")!;
      await phone.post("/account/keys/delete", { id, tokens: "revoke" });
      deepEqual(await thiefPublishes(), [401, 401]);
    },
    async "Remove the laptop's passkey"() {
      const { id } = await db.selectFrom("passkey").select("id").executeTakeFirstOrThrow();
      const removed = await as(registry, `DELETE /api/v1/account/passkeys/${id}`, {
        cookie: phone.cookie(),
      });
      equal(removed.status, 200);
    },
    async "Change the password"() {
      const next = "a password of another device";
      const changed = await phone.post("/account/password", { current: PASSWORD, next });
      match(changed.html, /Your password was changed/);
    },
    async "See what was done"() {
      const { html } = await phone.get("/collectives/acme/settings/audit");
      match(html, /2026\.01\.02\.2/);
    },
    async "Yank what you did not publish"() {
      await phone.post("/extensions", {
        name: NAME,
        action: "yank-version",
        version: "2026.01.02.2",
        reason: "Published from a stolen laptop",
      });
      const { body } = await as<{ latestVersion: string }>(
        registry,
        `GET /api/v1/extensions/${encodeURIComponent(NAME)}/latest`,
        {},
      );
      equal(body.latestVersion, "2026.01.02.1", JSON.stringify(body));
    },
    async "Require a second factor"() {
      await phone.post("/collectives/acme/settings/second-factor", { required: "yes" });
      const { html } = await phone.get("/collectives/acme/settings/general");
      match(html, /need a second factor to change anything/);
    },
  };
  deepEqual(Object.keys(steps), await stepsOfPage());
  for (const step of Object.values(steps)) await step();
});

/** What somebody with the laptop's session may try: each is asked for a proof. */
const THIEF: Readonly<Record<string, Record<string, string>>> = {
  "/account/keys": { name: "thief" },
  "/account/security": { action: "codes" },
  "/account/password": { current: PASSWORD, next: "a password of the thief" },
  "/account/address": { email: "eve@example.org", password: PASSWORD },
  "/account/data/delete": { confirm: "ada", password: PASSWORD },
};

Deno.test("with the phone gone too, a recovery code does the steps that cannot wait", async () => {
  await using registry = await testRegistry();
  const laptop = await signedUp(registry, "ada");
  const { recoveryCodes } = await enrolApp(registry, laptop.cookie());
  await laptop.post("/account/keys", { name: "laptop" });
  const other: Visitor = visitor(registry);
  const asked = await other.post("/sign-in", { login: "ada", password: PASSWORD });
  const pending = hidden(asked, "pending")!;
  await other.post("/sign-in/code", { pending, code: recoveryCodes[0]! });
  await other.post("/account/sessions", {});
  equal((await laptop.get("/account")).status, 303);
  const id = hidden(await other.get("/account/keys"), "id")!;
  await other.post("/account/keys/delete", { id, tokens: "keep" });
  match((await other.get("/account/keys")).html, /You have no keys/);
  await enrolApp(registry, other.cookie());
  const next = "a password of another device";
  const waits = await other.post("/account/password", { current: PASSWORD, next });
  equal(waits.status, 403);
  match(waits.html, /on hold until/);
});
