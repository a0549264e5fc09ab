import { deepEqual, equal, match, ok } from "node:assert/strict";
import { seal } from "../factor/seal.ts";
import { fromBase32 } from "../factor/testing.ts";
import { codeAt } from "../factor/totp.ts";
import { holding } from "../../testing/holding.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { visitor } from "../../testing/web/browse.ts";
import { createResetLink } from "./password/reset.ts";
import { type Answer, cookieOf, type Person, send, signUp } from "./testing.ts";

const ACCOUNT = "/api/v1/account";

/** The code that an authenticator app with this base32 secret shows now, or `steps` later. */
function shown(registry: TestRegistry, secret: string, steps = 0): string {
  const step = Math.floor(registry.clock.now.getTime() / 30_000) + steps;
  return codeAt(fromBase32(secret), step);
}

const later = (registry: TestRegistry, minutes: number) =>
  registry.clock.now = new Date(registry.clock.now.getTime() + minutes * 60_000);

/** Adds an authenticator app to an account, as its page does. */
async function enrol(registry: TestRegistry, { cookie }: Pick<Person, "cookie">) {
  const begun = await send(registry, `POST ${ACCOUNT}/totp`, { cookie });
  equal(begun.status, 200, JSON.stringify(begun.body));
  const { secret, offer } = begun.body;
  const confirmed = await send(registry, `POST ${ACCOUNT}/totp/confirm`, {
    cookie,
    body: { offer, code: shown(registry, secret) },
  });
  equal(confirmed.status, 200, JSON.stringify(confirmed.body));
  later(registry, 1);
  return { secret: secret as string, codes: confirmed.body.recoveryCodes as string[] };
}

const signIn = (registry: TestRegistry, { username, password }: Person) =>
  send(registry, "POST /api/auth/sign-in/username", { body: { username, password } });

const giveCode = (registry: TestRegistry, pending: string, code: string) =>
  send(registry, "POST /api/auth/sign-in/second-factor", { body: { pending, code } });

function pendingOf({ status, body, headers }: Answer): string {
  deepEqual([status, body.code], [401, "second_factor_required"]);
  equal(cookieOf(headers), "", "no cookie before the code");
  return body.details.find(({ path }: { path: string }) => path === "pending").message;
}

const sessions = async ({ services }: TestRegistry) =>
  (await services.db.selectFrom("session").select("id").execute()).length;

Deno.test("with a second factor the password alone opens no session, by name or by address", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { secret } = await enrol(registry, ada);
  for (const by of ["username", "email"] as const) {
    const before = await sessions(registry);
    const answer = await send(registry, `POST /api/auth/sign-in/${by}`, {
      body: { [by]: ada[by], password: ada.password },
    });
    const pending = pendingOf(answer);
    equal(await sessions(registry), before);
    later(registry, 1);
    const opened = await giveCode(registry, pending, shown(registry, secret));
    equal(opened.status, 200, JSON.stringify(opened.body));
    const cookie = cookieOf(opened.headers, "svc.session_token");
    equal((await send(registry, "GET /api/whoami", { cookie })).body.username, "ada");
  }
});

Deno.test("a wrong password says the same with and without a second factor", async () => {
  await using registry = await testRegistry();
  const [ada, bob] = [await signUp(registry, "ada"), await signUp(registry, "bob")];
  await enrol(registry, ada);
  const wrong = await Promise.all(
    [ada, bob].map((person) => signIn(registry, { ...person, password: "wrong password" })),
  );
  deepEqual(wrong[0]!.body, wrong[1]!.body);
  equal(wrong[0]!.status, 401);
});

Deno.test("a code counts once, also when two sign-ins send it at the same time", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { secret } = await enrol(registry, ada);
  const pending = [pendingOf(await signIn(registry, ada)), pendingOf(await signIn(registry, ada))];
  const code = shown(registry, secret);
  const answers = await Promise.all(pending.map((each) => giveCode(registry, each, code)));
  deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
  const again = await giveCode(registry, pendingOf(await signIn(registry, ada)), code);
  deepEqual([again.status, again.body.code], [401, "second_factor_wrong"]);
});

Deno.test("a pending sign-in is good for one session, five tries and ten minutes", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { secret } = await enrol(registry, ada);
  const over = (answer: Answer) =>
    deepEqual([answer.status, answer.body.code], [401, "session_expired"]);

  const used = pendingOf(await signIn(registry, ada));
  equal((await giveCode(registry, used, shown(registry, secret))).status, 200);
  over(await giveCode(registry, used, shown(registry, secret, 1)));

  later(registry, 1);
  const guessed = pendingOf(await signIn(registry, ada));
  for (let tries = 0; tries < 5; tries++) {
    equal((await giveCode(registry, guessed, "no code")).body.code, "second_factor_wrong");
  }
  over(await giveCode(registry, guessed, shown(registry, secret)));

  const late = pendingOf(await signIn(registry, ada));
  later(registry, 11);
  over(await giveCode(registry, late, shown(registry, secret)));
  over(await giveCode(registry, "no such sign-in", shown(registry, secret)));
});

Deno.test("ten wrong codes stop the app's codes for a quarter of an hour, not recovery codes", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { secret, codes } = await enrol(registry, ada);
  const right = shown(registry, secret);
  const wrong = String((Number(right) + 1) % 1e6).padStart(6, "0");
  for (let tries = 0; tries < 10; tries++) {
    const pending = pendingOf(await signIn(registry, ada));
    equal((await giveCode(registry, pending, wrong)).body.code, "second_factor_wrong");
  }
  const locked = await giveCode(registry, pendingOf(await signIn(registry, ada)), right);
  deepEqual([locked.status, locked.body.code], [429, "rate_limited"]);
  const recovered = await giveCode(registry, pendingOf(await signIn(registry, ada)), codes[0]!);
  equal(recovered.status, 200);
  later(registry, 16);
  const after = pendingOf(await signIn(registry, ada));
  equal((await giveCode(registry, after, shown(registry, secret))).status, 200);
});

Deno.test("a recovery code counts once, and only for its account", async () => {
  await using registry = await testRegistry();
  const [ada, bob] = [await signUp(registry, "ada"), await signUp(registry, "bob")];
  const { codes } = await enrol(registry, ada);
  await enrol(registry, bob);
  deepEqual([codes.length, new Set(codes).size], [10, 10]);
  ok(codes.every((code) => /^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/.test(code)));
  const stored = await registry.services.db.selectFrom("recovery_code").selectAll().execute();
  ok(!JSON.stringify(stored).includes(codes[0]!.replaceAll("-", "")), "only hashes are stored");
  const asBob = await giveCode(registry, pendingOf(await signIn(registry, bob)), codes[0]!);
  equal(asBob.body.code, "second_factor_wrong");
  const typed = codes[0]!.toLowerCase().replaceAll("-", " ");
  const first = await giveCode(registry, pendingOf(await signIn(registry, ada)), typed);
  equal(first.status, 200);
  const second = await giveCode(registry, pendingOf(await signIn(registry, ada)), codes[0]!);
  equal(second.body.code, "second_factor_wrong");
});

Deno.test("a factor that is added while somebody signs in is asked for", async () => {
  const { registry, hold } = await holding();
  await using _ = registry;
  const ada = await signUp(registry, "ada");
  const held = hold();
  const signingIn = signIn(registry, ada);
  await held.asked;
  await enrol(registry, ada);
  held.letGo();
  pendingOf(await signingIn);
  equal(await sessions(registry), 1);
});

Deno.test("a password that is changed ends a sign-in that waits for its code", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { secret } = await enrol(registry, ada);
  const pending = pendingOf(await signIn(registry, ada));
  const changed = await send(registry, "POST /api/auth/change-password", {
    cookie: ada.cookie,
    headers: { origin: "http://registry.test" },
    body: { currentPassword: ada.password, newPassword: "another long password" },
  });
  equal(changed.status, 200);
  const answer = await giveCode(registry, pending, shown(registry, secret));
  deepEqual([answer.status, answer.body.code], [401, "session_expired"]);
});

const GUARDED: [string, unknown][] = [
  [`POST ${ACCOUNT}/totp`, undefined],
  [`POST ${ACCOUNT}/totp/confirm`, { offer: "x", code: "123456" }],
  [`DELETE ${ACCOUNT}/totp`, undefined],
  [`POST ${ACCOUNT}/recovery-codes`, undefined],
];

Deno.test("a session that was not proved for ten minutes changes no factor", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { secret } = await enrol(registry, ada);
  later(registry, 10);
  for (const [line, body] of GUARDED) {
    const answer = await send(registry, line, { cookie: ada.cookie, body });
    deepEqual([answer.status, answer.body.code], [401, "proof_required"], line);
    match(answer.headers.get("www-authenticate")!, /insufficient_user_authentication/);
  }
  const byPassword = await send(registry, `POST ${ACCOUNT}/proofs`, {
    cookie: ada.cookie,
    body: { password: ada.password },
  });
  deepEqual([byPassword.status, byPassword.body.code], [401, "second_factor_required"]);
  const byCode = await send(registry, `POST ${ACCOUNT}/proofs`, {
    cookie: ada.cookie,
    body: { code: shown(registry, secret) },
  });
  equal(byCode.status, 200);
  const removed = await send(registry, `DELETE ${ACCOUNT}/totp`, { cookie: ada.cookie });
  deepEqual(removed.body, { removed: true });
  equal((await signIn(registry, ada)).status, 200);
});

Deno.test("without a factor the password is the proof, and a proof counts for its session alone", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  later(registry, 11);
  const other = cookieOf((await signIn(registry, ada)).headers, "svc.session_token");
  const begin = (cookie: string) => send(registry, `POST ${ACCOUNT}/totp`, { cookie });
  equal((await begin(other)).status, 200);
  equal((await begin(ada.cookie)).body.code, "proof_required");
  const prove = (password: string) =>
    send(registry, `POST ${ACCOUNT}/proofs`, { cookie: ada.cookie, body: { password } });
  equal((await prove("wrong password")).body.code, "invalid_credentials");
  equal((await begin(ada.cookie)).body.code, "proof_required");
  equal((await prove(ada.password)).status, 200);
  equal((await begin(ada.cookie)).status, 200);
});

Deno.test("a secret is confirmed by its own account, in time, with the right code", async () => {
  await using registry = await testRegistry();
  const [ada, bob] = [await signUp(registry, "ada"), await signUp(registry, "bob")];
  const { body } = await send(registry, `POST ${ACCOUNT}/totp`, { cookie: ada.cookie });
  const confirm = (cookie: string, code: string) =>
    send(registry, `POST ${ACCOUNT}/totp/confirm`, { cookie, body: { offer: body.offer, code } });
  equal((await confirm(bob.cookie, shown(registry, body.secret))).body.code, "validation_failed");
  equal((await confirm(ada.cookie, "000000x")).body.code, "second_factor_wrong");
  later(registry, 9);
  await send(registry, `POST ${ACCOUNT}/proofs`, {
    cookie: ada.cookie,
    body: { password: ada.password },
  });
  later(registry, 7);
  equal((await confirm(ada.cookie, shown(registry, body.secret))).body.code, "validation_failed");
  equal((await signIn(registry, ada)).status, 200, "nothing was added");
});

Deno.test("new recovery codes end the old ones; without a factor there are none", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const fresh = () => send(registry, `POST ${ACCOUNT}/recovery-codes`, { cookie: ada.cookie });
  equal((await fresh()).body.code, "rule_refused");
  const { codes } = await enrol(registry, ada);
  const { body } = await fresh();
  equal(body.recoveryCodes.length, 10);
  const old = await giveCode(registry, pendingOf(await signIn(registry, ada)), codes[0]!);
  equal(old.body.code, "second_factor_wrong");
  const given = body.recoveryCodes[0];
  equal((await giveCode(registry, pendingOf(await signIn(registry, ada)), given)).status, 200);
  const state = await send(registry, `GET ${ACCOUNT}/security`, { cookie: ada.cookie });
  equal(state.body.recoveryCodesLeft, 9);
});

Deno.test("a password that was reset by mail leaves the second factor", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await enrol(registry, ada);
  const { url } = await createResetLink(registry.services, "ada");
  const token = new URL(url).searchParams.get("token")!;
  const password = "another long password";
  equal((await visitor(registry).post("/reset-password", { token, password })).status, 200);
  pendingOf(await signIn(registry, { ...ada, password }));
});

Deno.test("another secret of the server refuses codes and leaves recovery codes", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { secret, codes } = await enrol(registry, ada);
  const sealed = seal("another secret", `totp ${ada.id}`, new Uint8Array(20));
  await registry.services.db.updateTable("totp").set({ secret: sealed }).execute();
  const answer = await giveCode(
    registry,
    pendingOf(await signIn(registry, ada)),
    shown(registry, secret),
  );
  equal(answer.body.code, "second_factor_wrong");
  match(answer.body.error, /cannot be checked/);
  equal((await giveCode(registry, pendingOf(await signIn(registry, ada)), codes[0]!)).status, 200);
});
