import { deepEqual, doesNotMatch, equal, match, notEqual, ok } from "node:assert/strict";
import { inTransaction } from "../../platform/store/transaction.ts";
import { mailing } from "../../testing/mail.ts";
import { PASSWORD, signedUp, visitor } from "../../testing/web/browse.ts";
import { enrolApp } from "../factor/testing.ts";
import { erasePerson } from "../person/erase.ts";
import { exportPerson } from "../person/export.ts";
import {
  ACCOUNT,
  add,
  answerSignIn,
  askProof,
  begin,
  byPassword,
  enrol,
  later,
  opened,
  ORIGIN,
  PASSKEYS,
  prove,
  question,
  refused,
  sessions,
  signIn,
  whoIs,
} from "../../testing/passkeys.ts";
import { authenticator, type Deviation, STORED_PASSKEY } from "../passkey/testing.ts";
import { sweepExpired } from "./sweep.ts";
import { collective, cookieOf, send, signUp } from "./testing.ts";

Deno.test("a passkey signs in alone, and the password alone does not any more", async () => {
  await using registry = await opened();
  const ada = await signUp(registry, "ada");
  const { device, codes } = await enrol(registry, ada);
  equal(new Set(codes).size, 10);
  const before = await sessions(registry);
  for (const by of ["username", "email"] as const) {
    const answer = await send(registry, `POST /api/auth/sign-in/${by}`, {
      body: { [by]: ada[by], password: ada.password },
    });
    deepEqual([answer.status, answer.body.code], [401, "second_factor_required"]);
    equal(cookieOf(answer.headers), "");
    deepEqual(answer.body.details[1], { path: "factors", message: "passkey" });
  }
  equal(await sessions(registry), before);
  equal(await whoIs(registry, await signIn(registry, device)), "ada");
});

Deno.test("what browsers are asked for is as strict as what is checked", async () => {
  await using registry = await opened();
  const ada = await signUp(registry, "ada");
  const { device } = await enrol(registry, ada, "Phone");
  const { body: { options } } = await begin(registry, ada);
  deepEqual(options.rp, { id: "registry.test", name: "registry.test" });
  deepEqual(options.authenticatorSelection, {
    residentKey: "preferred",
    userVerification: "required",
  });
  equal(options.attestation, "none");
  deepEqual(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg), [-8, -7, -257]);
  deepEqual(options.excludeCredentials.map(({ id }: { id: string }) => id), [device.id]);
  const again = await begin(registry, ada);
  equal(again.body.options.user.id, options.user.id, "an account is one to authenticators");
  notEqual(again.body.options.challenge, options.challenge);
  const bob = await begin(registry, await signUp(registry, "bob"));
  notEqual(bob.body.options.user.id, options.user.id);
  const asked = await askProof(registry, ada);
  equal(asked.body.options.userVerification, "required");
  equal(asked.body.options.rpId, "registry.test");
  deepEqual((await question(registry)).body.options.allowCredentials, []);
});

/** Each answer that must not count, at creating and at signing. */
const DEVIATIONS: Readonly<Record<string, Deviation>> = {
  "touched, nobody verified": { userVerified: false },
  "another site's page": { origin: "https://registry.test.evil.example" },
  "the same host without encryption": { origin: "http://registry.test" },
  "another host's passkey": { rpId: "evil.example" },
  "in a frame of another site": { crossOrigin: true },
  "another challenge": { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
};

for (const [what, deviation] of Object.entries(DEVIATIONS)) {
  Deno.test(`refused at creating, signing in and proving: ${what}`, async () => {
    await using registry = await opened();
    const ada = await signUp(registry, "ada");
    const begun = await begin(registry, ada);
    const { challengeId, options } = begun.body;
    const response = authenticator(ORIGIN).create(options, deviation);
    refused(await add(registry, ada, { challengeId, response }));
    const { device } = await enrol(registry, ada);
    refused(await signIn(registry, device, deviation));
    const { body } = await askProof(registry, ada);
    const signed = device.sign(body.options, deviation);
    refused(await prove(registry, ada, { challengeId: body.challengeId, response: signed }));
    equal((await signIn(registry, device)).status, 200, "the passkey itself is good");
  });
}

Deno.test("certificates of authenticators, which nobody asked for, are refused", async () => {
  await using registry = await opened();
  const ada = await signUp(registry, "ada");
  const addWith = async (attestation: "self" | "certified") => {
    const { body: { challengeId, options } } = await begin(registry, ada);
    const response = authenticator(ORIGIN).create(options, { attestation });
    return await add(registry, ada, { challengeId, response });
  };
  refused(await addWith("certified"));
  // Browsers leave this one in.
  equal((await addWith("self")).status, 200);
});

Deno.test("a counter that goes back or stays is refused; one that does not count is not", async () => {
  await using registry = await opened();
  const ada = await signUp(registry, "ada");
  const { device } = await enrol(registry, ada);
  equal((await signIn(registry, device, { counter: 4_000_000_000 })).status, 200);
  refused(await signIn(registry, device, { counter: 4_000_000_000 }));
  refused(await signIn(registry, device, { counter: 7 }));
  refused(await signIn(registry, device, { counter: 0 }));
  equal((await signIn(registry, device, { counter: 4_000_000_001 })).status, 200);

  const bob = await signUp(registry, "bob");
  const { body: { challengeId, options } } = await begin(registry, bob);
  const synced = authenticator(ORIGIN);
  const response = synced.create(options, { counter: 0 });
  equal((await add(registry, bob, { challengeId, response })).status, 200);
  for (let time = 0; time < 2; time++) {
    equal((await signIn(registry, synced, { counter: 0 })).status, 200);
  }
});

Deno.test("a challenge is good for five minutes", async () => {
  await using registry = await opened();
  const ada = await signUp(registry, "ada");
  const { device } = await enrol(registry, ada);
  const { body: { challengeId, options } } = await question(registry);
  const { db } = registry.services;
  equal(await sweepExpired(db, registry.clock.now), 0);
  later(registry, 5);
  refused(await answerSignIn(registry, challengeId, device.sign(options)));
  equal(await sweepExpired(db, registry.clock.now), 1);
});

Deno.test("a challenge is its session's, its account's and its purpose's, and stays theirs", async () => {
  await using registry = await opened();
  const [ada, eve] = [await signUp(registry, "ada"), await signUp(registry, "eve")];
  const [mine, hers] = [await enrol(registry, ada), await enrol(registry, eve)];
  const other = { cookie: cookieOf((await signIn(registry, mine.device)).headers, "svc.session") };

  // Creating: nobody else's session takes the challenge, nor another one of the same person.
  const begun = (await begin(registry, ada)).body;
  const device = authenticator(ORIGIN);
  const created = { challengeId: begun.challengeId, response: device.create(begun.options) };
  for (const who of [eve, other]) refused(await add(registry, who, created));

  // Proving: the same, and no sign-in takes it.
  const asked = (await askProof(registry, ada)).body;
  const signed = { challengeId: asked.challengeId, response: mine.device.sign(asked.options) };
  for (const who of [eve, other]) refused(await prove(registry, who, signed));
  refused(await answerSignIn(registry, signed.challengeId, signed.response));
  refused(await add(registry, ada, { ...created, challengeId: asked.challengeId }));

  // A sign-in's is taken by no session.
  const strange = (await question(registry)).body;
  refused(
    await prove(registry, ada, {
      challengeId: strange.challengeId,
      response: mine.device.sign(strange.options),
    }),
  );

  // None of these used up what they were not for.
  equal((await add(registry, ada, created)).status, 200);
  equal((await prove(registry, ada, signed)).status, 200);

  // The right challenge, another account's passkey.
  const proof = (await askProof(registry, ada)).body;
  refused(
    await prove(registry, ada, {
      challengeId: proof.challengeId,
      response: hers.device.sign(proof.options),
    }),
  );
});

Deno.test("who signs in by a chosen passkey says whose it is, and says it right", async () => {
  await using registry = await opened();
  const [ada, eve] = [await signUp(registry, "ada"), await signUp(registry, "eve")];
  const { device } = await enrol(registry, ada);
  await enrol(registry, eve);
  const { handle } = await registry.services.db.selectFrom("passkey_account").select("handle")
    .where("user_id", "=", eve.id).executeTakeFirstOrThrow();
  refused(await signIn(registry, device, { handle }));
  refused(await signIn(registry, device, { handle: undefined }));
  refused(await signIn(registry, authenticator(ORIGIN), { handle }));
  equal(await whoIs(registry, await signIn(registry, device)), "ada");
});

Deno.test("a sign-in whose password was right names the passkeys that answer, and takes no other", async () => {
  await using registry = await opened();
  const [ada, eve] = [await signUp(registry, "ada"), await signUp(registry, "eve")];
  const [mine, hers] = [await enrol(registry, ada), await enrol(registry, eve)];
  const pendingOf = async () => {
    const { body } = await byPassword(registry, ada);
    return body.details[0].message as string;
  };
  const ask = async () => (await question(registry, await pendingOf())).body;
  const first = await ask();
  deepEqual(first.options.allowCredentials.map(({ id }: { id: string }) => id), [mine.device.id]);
  refused(await answerSignIn(registry, first.challengeId, hers.device.sign(first.options)));
  // An authenticator that lists no accounts says none.
  const second = await ask();
  const silent = mine.device.sign(second.options, { handle: undefined });
  equal(await whoIs(registry, await answerSignIn(registry, second.challengeId, silent)), "ada");
  equal((await question(registry, "no such sign-in")).body.code, "session_expired");
  const late = await pendingOf();
  later(registry, 11);
  equal((await question(registry, late)).body.code, "session_expired");
});

Deno.test("without scripts a recovery code signs in beside the password, once", async () => {
  await using registry = await opened();
  const ada = await signUp(registry, "ada");
  const { codes } = await enrol(registry, ada);
  const give = async () => {
    const { body } = await byPassword(registry, ada);
    return await send(registry, "POST /api/auth/sign-in/second-factor", {
      body: { pending: body.details[0].message, code: codes[0] },
    });
  };
  equal(await whoIs(registry, await give()), "ada");
  refused(await give());
});

Deno.test("a hold is ended by a passkey of before, not by one that was added since", async () => {
  await using registry = await opened();
  const ada = await signUp(registry, "ada");
  const { device, codes } = await enrol(registry, ada);
  later(registry, 1);
  const { body } = await byPassword(registry, ada);
  const recovered = await send(registry, "POST /api/auth/sign-in/second-factor", {
    body: { pending: body.details[0].message, code: codes[0] },
  });
  const who = { cookie: cookieOf(recovered.headers, "svc.session") };
  const heldUntil = async () =>
    (await send(registry, `GET ${ACCOUNT}/security`, who)).body.heldUntil;
  ok(await heldUntil());
  const added = await enrol(registry, who);
  equal((await signIn(registry, added.device)).status, 200);
  ok(await heldUntil());
  const removed = await send(registry, `DELETE ${PASSKEYS}/${added.id}`, who);
  equal(removed.body.code, "account_on_hold");
  equal((await signIn(registry, device)).status, 200);
  equal(await heldUntil(), null);
});

Deno.test("a passkey proves a session, and the password does not where there is one", async () => {
  await using registry = await opened();
  const ada = await signUp(registry, "ada");
  const { device } = await enrol(registry, ada);
  later(registry, 11);
  equal((await begin(registry, ada)).body.code, "proof_required");
  const { password } = ada;
  equal((await prove(registry, ada, { password })).body.code, "second_factor_required");
  const { body: { challengeId, options } } = await askProof(registry, ada);
  deepEqual(options.allowCredentials.map(({ id }: { id: string }) => id), [device.id]);
  const response = device.sign(options);
  equal((await prove(registry, ada, { challengeId, response })).status, 200);
  equal((await begin(registry, ada)).status, 200);
});

Deno.test("a session that was proved by the password is proved no more once a passkey is there", async () => {
  await using registry = await opened();
  const ada = await signUp(registry, "ada");
  const other = { cookie: cookieOf((await byPassword(registry, ada)).headers, "svc.session") };
  await enrol(registry, ada);
  equal((await begin(registry, other)).body.code, "proof_required");
  equal((await begin(registry, ada)).status, 200, "the session that added it has used it");
});

Deno.test("a stolen cookie adds and removes no passkey, and sees what it may rename", async () => {
  await using registry = await opened();
  const ada = await signUp(registry, "ada");
  const { id, device } = await enrol(registry, ada);
  const begun = (await begin(registry, ada)).body;
  later(registry, 4);
  // Proved a while ago, the challenge is still good.
  const made = {
    challengeId: begun.challengeId,
    response: authenticator(ORIGIN).create(begun.options),
  };
  await registry.services.db.deleteFrom("session_proof").execute();
  const { cookie } = ada;
  const rows: [string, unknown, number][] = [
    [`POST ${PASSKEYS}/options`, undefined, 401],
    [`POST ${PASSKEYS}`, made, 401],
    [`DELETE ${PASSKEYS}/${id}`, undefined, 401],
    [`PATCH ${PASSKEYS}/${id}`, { name: "Mine now" }, 200],
    [`GET ${PASSKEYS}`, undefined, 200],
    [`POST ${ACCOUNT}/proofs/options`, undefined, 200],
  ];
  for (const [line, body, status] of rows) {
    const answer = await send(registry, line, { cookie, body });
    equal(answer.status, status, line);
    if (status === 401) equal(answer.body.code, "proof_required", line);
  }
  equal((await signIn(registry, device)).status, 200);
});

Deno.test("nobody renames or removes another's passkey", async () => {
  await using registry = await opened();
  const [ada, eve] = [await signUp(registry, "ada"), await signUp(registry, "eve")];
  const { id } = await enrol(registry, ada, "Phone");
  await enrol(registry, eve);
  const { cookie } = eve;
  for (const method of ["PATCH", "DELETE"]) {
    const body = method === "PATCH" ? { name: "Hers" } : undefined;
    const answer = await send(registry, `${method} ${PASSKEYS}/${id}`, { cookie, body });
    deepEqual([answer.status, answer.body.code], [404, "not_found"]);
  }
  const listed = await send(registry, `GET ${PASSKEYS}`, { cookie: ada.cookie });
  deepEqual(listed.body.passkeys.map(({ name }: { name: string }) => name), ["Phone"]);
  ok(!JSON.stringify(listed.body).includes("public"), "keys are not shown");
});

Deno.test("the last factor takes the recovery codes with it; then the password alone signs in", async () => {
  await using registry = await opened();
  const ada = await signUp(registry, "ada");
  const [first, second] = [await enrol(registry, ada), await enrol(registry, ada)];
  equal(second.codes, null, "the codes there are stay");
  const left = async () =>
    (await send(registry, `GET ${ACCOUNT}/security`, { cookie: ada.cookie })).body
      .recoveryCodesLeft;
  const remove = (id: string) => send(registry, `DELETE ${PASSKEYS}/${id}`, { cookie: ada.cookie });
  deepEqual((await remove(first.id)).body, { deleted: true, id: first.id });
  equal(await left(), 10);
  equal((await byPassword(registry, ada)).body.code, "second_factor_required");
  refused(await signIn(registry, first.device));
  equal((await remove(second.id)).status, 200);
  equal(await left(), 0);
  equal((await byPassword(registry, ada)).status, 200);
});

Deno.test("the last passkey stays while a collective needs a second factor of its person", async () => {
  await using registry = await opened({ environment: { SVC_SECOND_FACTOR: "required" } });
  const ada = await signUp(registry, "ada");
  const [first, second] = [await enrol(registry, ada), await enrol(registry, ada)];
  await collective(registry, ada, "acme");
  const remove = ({ id }: { id: string }) =>
    send(registry, `DELETE ${PASSKEYS}/${id}`, { cookie: ada.cookie });
  equal((await remove(first)).status, 200);
  const refusal = await remove(second);
  deepEqual([refusal.status, refusal.body.code], [400, "rule_refused"]);
  match(refusal.body.error, /@acme/);
  equal((await signIn(registry, second.device)).status, 200, "it is there still");
});

Deno.test("an account has at most 20 passkeys, and none twice", async () => {
  await using registry = await opened();
  const ada = await signUp(registry, "ada");
  const { device } = await enrol(registry, ada);
  const again = (await begin(registry, ada)).body;
  const twin = { challengeId: again.challengeId, response: device.create(again.options) };
  equal((await add(registry, ada, twin)).body.code, "conflict");
  for (let number = 1; number < 20; number++) {
    await registry.services.db.insertInto("passkey").values({
      ...STORED_PASSKEY,
      id: crypto.randomUUID(),
      credential_id: `credential-${number}`,
      user_id: ada.id,
    }).execute();
  }
  const { body: { challengeId, options } } = await begin(registry, ada);
  const response = authenticator(ORIGIN).create(options);
  const answer = await add(registry, ada, { challengeId, response });
  deepEqual([answer.status, answer.body.code], [400, "rule_refused"]);
});

Deno.test("a disabled account's passkey opens no session", async () => {
  await using registry = await opened();
  const ada = await signUp(registry, "ada");
  const { device } = await enrol(registry, ada);
  await registry.services.db.insertInto("disabled_user")
    .values({ user_id: ada.id, at: registry.clock.now.toISOString(), reason: null }).execute();
  const answer = await signIn(registry, device);
  deepEqual([answer.status, answer.body.code], [403, "forbidden"]);
});

Deno.test("passkeys are offered only at an address where browsers take them", async () => {
  const cases: [string, boolean][] = [
    ["https://registry.example", true],
    ["http://localhost:8787", true],
    ["http://svc.localhost:8787", true],
    ["http://registry.example", false],
    ["http://127.0.0.1:8787", false],
    ["https://192.0.2.1", false],
    ["https://[2001:db8::1]", false],
  ];
  for (const [SVC_BASE_URL, offered] of cases) {
    await using registry = await opened({ environment: { SVC_BASE_URL } });
    const ada = await signUp(registry, "ada");
    const answer = await begin(registry, ada);
    equal(answer.status, offered ? 200 : 400, SVC_BASE_URL);
    if (!offered) match(answer.body.hint, /https only/);
    equal((await question(registry)).status, offered ? 200 : 400, SVC_BASE_URL);
  }
});

/** Addresses of the registry, and what the pages that ask for a second factor say of a passkey there. */
const ASKED_FOR: readonly [baseUrl: string, app: boolean, offered: boolean, instead?: RegExp][] = [
  ["http://localhost:8787", false, true],
  ["http://registry.test", false, false, /at http:\/\/registry\.test: use a recovery code\./],
  ["http://registry.test", true, false, /at http:\/\/registry\.test: use a code\./],
];

for (const [SVC_BASE_URL, app, offered, instead] of ASKED_FOR) {
  const who = `an account with a passkey${app ? " and an app" : ""}`;
  Deno.test(`${who} is ${offered ? "" : "not "}asked for it at ${SVC_BASE_URL}`, async () => {
    await using registry = await opened({ environment: { SVC_BASE_URL } });
    const ada = await signedUp(registry, "ada");
    if (app) await enrolApp(registry, ada.cookie());
    const { id } = await registry.services.db.selectFrom("user").select("id")
      .executeTakeFirstOrThrow();
    await registry.services.db.insertInto("passkey")
      .values({ ...STORED_PASSKEY, user_id: id, rp_id: new URL(SVC_BASE_URL).hostname }).execute();
    later(registry, 11);
    const proof = await ada.post("/account/security", { action: "begin" });
    match(proof.html, /<h1>Confirm that it is you/);
    const form = {
      path: /name="path" value="([^"]*)"/.exec(proof.html)![1]!,
      fields: /name="fields" value="([^"]*)"/.exec(proof.html)![1]!,
    };
    const wrongProof = await ada.post("/account/proof", { ...form, code: "wrong" });
    const step = await visitor(registry).post("/sign-in", { login: "ada", password: PASSWORD });
    const pending = /name="pending" value="([^"]*)"/.exec(step.html)![1]!;
    const factors = /name="factors" value="([^"]*)"/.exec(step.html)![1]!;
    const wrongCode = await visitor(registry)
      .post("/sign-in/code", { pending, factors, code: "wrong" });
    for (const { html } of [proof, wrongProof, step, wrongCode]) {
      equal(/Use a passkey/.test(html), offered, html);
      if (instead) match(html, instead);
      match(html, /name="code"/);
    }
  });
}

Deno.test("a passkey of another host of this registry is asked for and taken no more", async () => {
  await using registry = await opened();
  const ada = await signUp(registry, "ada");
  const { device } = await enrol(registry, ada);
  await registry.services.db.updateTable("passkey").set({ rp_id: "old.example" }).execute();
  refused(await signIn(registry, device));
  equal((await askProof(registry, ada)).body.code, "rule_refused");
  equal((await byPassword(registry, ada)).body.code, "second_factor_required");
});

Deno.test("mails tell of a passkey that was added and removed, by its name", async () => {
  await using mail = await mailing({ environment: { SVC_BASE_URL: ORIGIN } });
  const { registry, smtp } = mail;
  const ada = await signUp(registry, "ada");
  await registry.services.db.updateTable("user").set({ emailVerified: 1 }).execute();
  const { id } = await enrol(registry, ada, "Phone");
  await enrol(registry, ada, "Laptop");
  await send(registry, `DELETE ${PASSKEYS}/${id}`, { cookie: ada.cookie });
  await registry.work();
  const texts = smtp.taken.map(({ parsed }) => parsed.text!.replaceAll(/\s+/g, " "));
  const told = (pattern: RegExp) => texts.filter((text) => pattern.test(text));
  equal(told(/passkey "(Phone|Laptop)" was added to the account ada/).length, 2);
  const [removed] = told(/passkey "Phone" of the account ada was removed\./);
  ok(removed);
  doesNotMatch(removed, /password alone/, "another one is left");
});

Deno.test("an account that is deleted leaves no passkey, and a copy of its data no key", async () => {
  await using registry = await opened();
  const ada = await signUp(registry, "ada");
  const { device } = await enrol(registry, ada, "Phone");
  const { services } = registry;
  await question(registry);
  await askProof(registry, ada);
  const copy = await exportPerson(services, ada.id);
  const created_at = registry.clock.now.toISOString();
  deepEqual(copy.passkeys, [{ name: "Phone", created_at, last_used_at: null }]);
  ok(!JSON.stringify(copy).includes(device.id));
  await inTransaction(services.db, (trx) => erasePerson(trx, ada));
  for (const table of ["passkey", "passkey_account"] as const) {
    deepEqual(await services.db.selectFrom(table).selectAll().execute(), []);
  }
  const left = await services.db.selectFrom("proof_challenge").select("user_id").execute();
  deepEqual(left, [{ user_id: null }], "only a stranger's is left");
  refused(await signIn(registry, device));
});
