import { deepEqual, equal, match, notEqual, ok } from "node:assert/strict";
import { POLICY_ROWS, type PolicyRow } from "@svc/core/policy";
import { enrolApp } from "../factor/testing.ts";
import { linksIn, mailing } from "../../testing/mail.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { visitor } from "../../testing/web/browse.ts";
import { collective, cookieOf, join, type Person, personalKey, send, signUp } from "./testing.ts";

const ACCOUNT = "/api/v1/account";

const HELD: readonly (readonly [string, PolicyRow])[] = POLICY_ROWS.filter(([, row]) =>
  // Rows of operators are not there for anybody else.
  row.proof !== undefined && row.onHold !== true && row.role !== "operator"
);

const later = (registry: TestRegistry, hours: number) =>
  registry.clock.now = new Date(registry.clock.now.getTime() + hours * 3_600_000);

/** Signs in with the password, then the code. @returns the cookie of the session */
async function signInBy(registry: TestRegistry, person: Person, code: string): Promise<string> {
  const { body } = await send(registry, "POST /api/auth/sign-in/username", {
    body: { username: person.username, password: person.password },
  });
  const pending = body.details.find(({ path }: { path: string }) => path === "pending").message;
  const opened = await send(registry, "POST /api/auth/sign-in/second-factor", {
    body: { pending, code },
  });
  equal(opened.status, 200, JSON.stringify(opened.body));
  return cookieOf(opened.headers, "svc.session_token");
}

const prove = (registry: TestRegistry, cookie: string, code: string) =>
  send(registry, `POST ${ACCOUNT}/proofs`, { cookie, body: { code } });

const makeKey = async (registry: TestRegistry, cookie: string) => {
  const { status, body } = await send(registry, "POST /api/auth/api-key/create", {
    cookie,
    body: { name: "test" },
  });
  return status === 200 ? "made" : body.code;
};

const requestOf = ({ method, path }: PolicyRow) =>
  `${method} ${path.replace("{name}", "%40acme%2Fhello").replaceAll(/\{\w+\}/g, "acme")}`;

Deno.test("what began with a recovery code is held for 72 hours: closed at 71, open at 73", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const { recoveryCodes } = await enrolApp(registry, ada.cookie);
  const { key } = await personalKey(registry, ada);
  const cookie = await signInBy(registry, ada, recoveryCodes[0]!);
  const app = await enrolApp(registry, cookie);
  ok(HELD.length >= 9);
  const answers = async () => {
    await prove(registry, cookie, app.code());
    const codes = new Map<string, string | undefined>();
    for (const [key, row] of HELD) {
      const origin = { origin: "http://registry.test" };
      const answer = await send(registry, requestOf(row), { cookie, headers: origin });
      if (answer.body?.code === "account_on_hold") {
        equal(answer.status, 403);
        match(answer.body.error, /until \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
      }
      codes.set(key, answer.body?.code);
    }
    return codes;
  };
  for (const hours of [0, 71]) {
    later(registry, hours);
    for (const [key, code] of await answers()) equal(code, "account_on_hold", key);
  }
  const exchanged = await send(registry, "POST /api/v1/auth/exchange", { bearer: key });
  const token = await send(registry, "POST /api/v1/collectives/acme/api-tokens", {
    bearer: exchanged.body.token,
    body: { name: "t", scopes: ["lab:read"] },
  });
  equal(token.body.code, "account_on_hold", "a key proves less than a session");
  later(registry, 2);
  await prove(registry, cookie, app.code());
  for (const [key, code] of await answers()) {
    ok(code !== "account_on_hold" && code !== "proof_required", `${key}: ${code}`);
  }
});

Deno.test("on hold, paths beside the policy table are closed too, and what helps is open", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { recoveryCodes } = await enrolApp(registry, ada.cookie);
  const cookie = await signInBy(registry, ada, recoveryCodes[0]!);
  const changed = await send(registry, "POST /api/auth/change-password", {
    cookie,
    headers: { origin: "http://registry.test" },
    body: { currentPassword: ada.password, newPassword: "another long password" },
  });
  equal(changed.body.code, "account_on_hold");
  const page = (path: string, fields: Record<string, string>) =>
    registry.request(path, {
      method: "POST",
      headers: { cookie, origin: "http://registry.test", accept: "text/html" },
      body: new URLSearchParams(fields),
    });
  const { password, username } = ada;
  for (
    const [path, fields] of [
      ["/account/address", { email: "eve@example.org", password }],
      ["/account/data/delete", { confirm: username, password }],
      ["/oauth/consent", { decision: "allow", oauth_query: "client_id=x" }],
    ] as const
  ) {
    const answer = await page(path, fields);
    deepEqual([answer.status, /on hold until/.test(await answer.text())], [403, true], path);
  }
  equal((await page("/account/sessions", {})).status, 303);
  const { body } = await send(registry, "GET /api/whoami", { cookie: ada.cookie });
  equal(body.code, "not_authenticated", "the other session was ended");
  await enrolApp(registry, cookie);
  const { body: state } = await send(registry, `GET ${ACCOUNT}/security`, { cookie });
  notEqual(state.heldUntil, null);
});

Deno.test("a recovery code holds the account also when it proves a session that is open", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { recoveryCodes } = await enrolApp(registry, ada.cookie);
  equal(await makeKey(registry, ada.cookie), "made");
  equal((await prove(registry, ada.cookie, recoveryCodes[0]!)).status, 200);
  equal(await makeKey(registry, ada.cookie), "account_on_hold");
});

Deno.test("a factor of before ends the hold; one that was added meanwhile does not", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const former = await enrolApp(registry, ada.cookie);
  await signInBy(registry, ada, former.recoveryCodes[0]!);
  const found = await signInBy(registry, ada, former.code());
  equal(await makeKey(registry, found), "made");

  later(registry, 1);
  const thief = await signInBy(registry, ada, former.recoveryCodes[1]!);
  const added = await enrolApp(registry, thief);
  equal((await prove(registry, thief, added.code())).status, 200);
  equal(await makeKey(registry, thief), "account_on_hold");
  later(registry, 1);
  equal(await makeKey(registry, await signInBy(registry, ada, added.code())), "account_on_hold");
});

const confirm = ({ services }: TestRegistry, { id }: Person) =>
  services.db.updateTable("user").set({ emailVerified: 1 }).where("id", "=", id).execute();

Deno.test("the person undoes a recovery by the link that was mailed, once, and the factor of before is back", async () => {
  await using mail = await mailing();
  const { registry, smtp } = mail;
  const [ada, bob, eve] = [
    await signUp(registry, "ada"),
    await signUp(registry, "bob"),
    await signUp(registry, "eve"),
  ];
  await confirm(registry, ada);
  await collective(registry, ada, "acme");
  await join(registry, ada, "acme", bob, "owner");
  await join(registry, ada, "acme", eve);
  const former = await enrolApp(registry, ada.cookie);
  await registry.services.db.updateTable("recovery_code")
    .set({ created_at: new Date(registry.clock.now.getTime() - 1).toISOString() }).execute();
  const thief = await signInBy(registry, ada, former.recoveryCodes[0]!);
  const added = await enrolApp(registry, thief);
  await registry.work();

  const begun = smtp.taken.find(({ parsed }) => /on hold until/.test(parsed.subject!))!;
  deepEqual(begun.to, ["ada@example.org"]);
  const link = new URL(linksIn(begun).find((each) => each.includes("/account/hold"))!);
  const token = link.searchParams.get("token")!;
  const stored = await registry.services.db.selectFrom("account_link").selectAll().execute();
  ok(!JSON.stringify(stored).includes(token), "only its hash is stored");
  const inbox = async (person: Person, kind: string) => {
    const { body } = await send(registry, "GET /api/v1/notifications", { cookie: person.cookie });
    return body.notifications.filter((each: { kind: string }) => each.kind === kind).length;
  };
  deepEqual(
    [
      await inbox(ada, "account_held"),
      await inbox(bob, "member_held"),
      await inbox(eve, "member_held"),
    ],
    [1, 1, 0],
  );

  const stranger = visitor(registry);
  equal((await stranger.get(link.pathname + link.search)).status, 200);
  equal((await stranger.get("/account/hold?token=guess")).status, 404);
  const twice = await Promise.all([1, 2].map(() => stranger.post("/account/hold", { token })));
  deepEqual(twice.map(({ status }) => status).sort(), [200, 404]);
  equal((await stranger.post("/account/hold", { token })).status, 404);

  const { credential } = await registry.services.db.selectFrom("audit_event").selectAll()
    .where("action", "=", "hold.cancelled").where("actor_user_id", "=", ada.id)
    .executeTakeFirstOrThrow();
  equal(credential, "link");
  const sessions = await registry.services.db.selectFrom("session").select("id")
    .where("userId", "=", ada.id).execute();
  deepEqual(sessions, []);
  const { body } = await send(registry, "POST /api/auth/sign-in/username", {
    body: { username: ada.username, password: ada.password },
  });
  const pending = body.details.find(({ path }: { path: string }) => path === "pending").message;
  const byAdded = await send(registry, "POST /api/auth/sign-in/second-factor", {
    body: { pending, code: added.code() },
  });
  equal(byAdded.body.code, "second_factor_wrong");
  equal(await makeKey(registry, await signInBy(registry, ada, former.code())), "made");
  await registry.work();
  ok(smtp.taken.some(({ parsed }) => /hold of your account was ended/.test(parsed.subject!)));
});

Deno.test("a session cancels the hold as the link does, and without a hold there is nothing to cancel", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const cancel = (cookie: string) => send(registry, `DELETE ${ACCOUNT}/hold`, { cookie });
  equal((await cancel(ada.cookie)).status, 404);
  const former = await enrolApp(registry, ada.cookie);
  const thief = await signInBy(registry, ada, former.recoveryCodes[0]!);
  deepEqual((await cancel(ada.cookie)).body, { cancelled: true });
  for (const cookie of [thief, ada.cookie]) {
    equal((await send(registry, "GET /api/whoami", { cookie })).status, 401);
  }
  const asked = await signInBy(registry, ada, former.code());
  equal((await cancel(asked)).status, 404);
});

Deno.test("a change of the address that waits for its link is dropped by a hold", async () => {
  await using mail = await mailing();
  const { registry, smtp } = mail;
  const ada = await signUp(registry, "ada");
  await confirm(registry, ada);
  const { recoveryCodes } = await enrolApp(registry, ada.cookie);
  const post = (path: string, fields: Record<string, string>) =>
    registry.request(path, {
      method: "POST",
      headers: { cookie: ada.cookie, origin: "http://registry.test", accept: "text/html" },
      body: new URLSearchParams(fields),
    });
  const { password } = ada;
  equal((await post("/account/address", { email: "eve@example.org", password })).status, 200);
  await registry.work();
  const asked = smtp.taken.find(({ to }) => to[0] === "eve@example.org")!;
  const token = new URL(linksIn(asked)[0]!).searchParams.get("token")!;
  await signInBy(registry, ada, recoveryCodes[0]!);
  equal((await post("/account/address/confirm", { token })).status, 404);
});
