import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { codeAt } from "../factor/totp.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { PASSWORD, type Seen, signedUp, visitor } from "../../testing/web/browse.ts";
import { send, signUp } from "../identity/testing.ts";
import { enrolApp, fromBase32 } from "../factor/testing.ts";

const PAGE = "/account/security";

const hidden = ({ html }: Seen, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!.replaceAll("&amp;", "&");

const shown = ({ clock }: TestRegistry, secret: string) =>
  codeAt(fromBase32(secret), Math.floor(clock.now.getTime() / 30_000));

const later = (registry: TestRegistry, minutes: number) =>
  registry.clock.now = new Date(registry.clock.now.getTime() + minutes * 60_000);

Deno.test("a person adds an app, signs in with it, and removes it, without scripts", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const begun = await ada.post(PAGE, { action: "begin" });
  match(begun.html, /<svg /);
  equal(begun.headers.get("cache-control"), "no-store");
  const offer = { offer: hidden(begun, "offer"), secret: hidden(begun, "secret") };
  const url = hidden(begun, "url");

  const mistyped = await ada.post(PAGE, { action: "confirm", ...offer, url, code: "0" });
  equal(mistyped.status, 401);
  match(mistyped.html, /id="field-code-error"/);
  equal(hidden(mistyped, "offer"), offer.offer, "the same app can be tried again");

  const code = shown(registry, offer.secret);
  const added = await ada.post(PAGE, { action: "confirm", ...offer, url, code });
  const codes = added.html.match(/\b[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}\b/g)!;
  equal(codes.length, 10);
  equal(added.headers.get("cache-control"), "no-store");
  const again = await ada.get(PAGE);
  ok(codes.every((each) => !again.html.includes(each)), "codes are shown once");

  later(registry, 11);
  const asked = await ada.post(PAGE, { action: "remove" });
  equal(asked.status, 401);
  const waiting = { path: hidden(asked, "path"), fields: hidden(asked, "fields") };
  deepEqual(waiting, { path: PAGE, fields: "action=remove" });
  const wrong = await ada.post("/account/proof", { ...waiting, code: "000000" });
  deepEqual([wrong.status, hidden(wrong, "fields")], [401, "action=remove"]);
  const right = shown(registry, offer.secret);
  const removed = await ada.post("/account/proof", { ...waiting, code: right });
  match(removed.html, /The app was removed/);
});

Deno.test("signing in asks for the code on a page of its own, and leads back", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const begun = await ada.post(PAGE, { action: "begin" });
  const secret = hidden(begun, "secret");
  await ada.post(PAGE, {
    action: "confirm",
    offer: hidden(begun, "offer"),
    secret,
    url: hidden(begun, "url"),
    code: shown(registry, secret),
  });
  later(registry, 1);
  const other = visitor(registry);
  const to = "/device?user_code=ABCD";
  const asked = await other.post("/sign-in", { login: "ada", password: PASSWORD, return_to: to });
  equal(asked.status, 200);
  equal(asked.headers.get("cache-control"), "no-store");
  equal(other.cookie(), "");
  doesNotMatch(asked.html, new RegExp(PASSWORD));
  const pending = hidden(asked, "pending");
  const wrong = await other.post("/sign-in/code", { pending, code: "no code", return_to: to });
  deepEqual([wrong.status, hidden(wrong, "pending")], [401, pending]);
  const foreign = await other.post(
    "/sign-in/code",
    { pending, code: shown(registry, secret) },
    { origin: "https://evil.example" },
  );
  equal(foreign.status, 403);
  const code = shown(registry, secret);
  const opened = await other.post("/sign-in/code", { pending, code, return_to: to });
  deepEqual([opened.status, opened.location], [303, to]);
  const over = await visitor(registry).post("/sign-in/code", { pending, code });
  match(over.html, /action="\/sign-in"/, "a sign-in that is over begins again");
});

Deno.test("a form that has to wait for a proof is sent as it was, and by nobody else", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const eve = await signedUp(registry, "eve");
  later(registry, 11);
  const name = `a "quoted" & <odd> name`;
  const asked = await ada.post("/account/keys", { name });
  deepEqual([asked.status, asked.headers.get("cache-control")], [401, "no-store"]);
  match(asked.html, /type="password"/);
  const text = hidden(asked, "fields").replaceAll("&quot;", '"').replaceAll("&#39;", "'");
  const waiting = { path: hidden(asked, "path"), fields: text };
  const prove = (who: typeof ada, fields: Record<string, string>, origin?: string) =>
    who.post("/account/proof", { ...waiting, ...fields }, origin ? { origin } : undefined);
  const password = PASSWORD;
  equal((await prove(ada, { password }, "https://evil.example")).status, 403);
  equal((await prove(ada, { password: "wrong password" })).status, 401);
  const keys = () =>
    registry.services.db.selectFrom("apikey").select(["name", "referenceId"]).execute();
  deepEqual(await keys(), []);
  await prove(ada, { password });
  deepEqual((await keys()).map((key) => key.name), [name]);
  await prove(eve, { password });
  equal(new Set((await keys()).map((key) => key.referenceId)).size, 2, "each makes their own");
  for (const path of ["https://evil.example/", "//evil.example/", "/api/v1/feed"]) {
    const answer = await ada.post("/account/proof", { path, fields: "", password });
    ok(answer.status >= 400, path);
  }
});

Deno.test("a session that nobody proved lets no device in; a proved one does", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  later(registry, 11);
  const begin = async () =>
    await (await registry.request("/api/auth/device/code", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_id: "svc-cli" }),
    })).json() as { user_code: string; device_code: string };
  const { user_code, device_code } = await begin();
  await ada.get(`/device?user_code=${user_code}`);
  const asked = await ada.post("/device", { user_code, decision: "approve" });
  equal(asked.status, 401);
  const waiting = { path: hidden(asked, "path"), fields: hidden(asked, "fields") };
  const poll = async () =>
    await registry.request("/api/auth/device/token", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        grant_type: "urn:ietf:params:oauth:grant-type:device_code",
        device_code,
        client_id: "svc-cli",
      }),
    });
  ok(await isPending(registry));
  await ada.post("/account/proof", { ...waiting, password: PASSWORD });
  const { access_token } = await (await poll()).json() as { access_token: string };
  const created = await registry.request("/api/auth/api-key/create", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ name: "laptop" }),
  });
  equal(created.status, 200, await created.text());
});

Deno.test("somebody's own proved session does not stand for a stolen cookie beside it", async () => {
  await using registry = await testRegistry();
  const [ada, eve] = [await signUp(registry, "ada"), await signUp(registry, "eve")];
  await registry.services.db.deleteFrom("session_proof")
    .where(
      "session_id",
      "in",
      (of) => of.selectFrom("session").select("id").where("userId", "=", ada.id),
    )
    .execute();
  const { body } = await send(registry, "POST /api/auth/device/code", {
    body: { client_id: "svc-cli" },
  });
  const stolen = { cookie: ada.cookie, headers: { origin: "http://registry.test" } };
  await send(registry, `GET /api/auth/device?user_code=${body.user_code}`, stolen);
  const alone = await send(registry, "POST /api/auth/device/approve", {
    ...stolen,
    body: { userCode: body.user_code },
  });
  equal(alone.body.code, "proof_required");
  await send(registry, "POST /api/auth/device/approve", {
    ...stolen,
    bearer: eve.sessionToken,
    body: { userCode: body.user_code },
  });
  const { userId } = await registry.services.db.selectFrom("deviceCode").select("userId")
    .executeTakeFirstOrThrow();
  ok(userId !== ada.id || await isPending(registry), "approved for the stolen session");
});

async function isPending({ services }: TestRegistry): Promise<boolean> {
  const { status } = await services.db.selectFrom("deviceCode").select("status")
    .executeTakeFirstOrThrow();
  return status === "pending";
}

Deno.test("the page says until when the account is on hold, and undoes what began it", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const app = await enrolApp(registry, ada.cookie());
  const asked = await ada.post("/account/proof", {
    path: PAGE,
    fields: "action=codes",
    code: app.recoveryCodes[0]!,
  });
  match(asked.html, /on hold until \d{4}-\d\d-\d\d/);
  match((await ada.get(PAGE)).html, /Your account is on hold until/);
  const undone = await ada.post(PAGE, { action: "cancel-hold" });
  deepEqual([undone.status, undone.location], [303, "/sign-in"]);
  equal((await ada.get(PAGE)).status, 303, "everybody was signed out");
});
