import assert from "node:assert/strict";
import { refusal } from "../../runtime/testing/refusal.ts";
import { findToken } from "./find.ts";
import { createToken, revokeToken } from "./operator.ts";
import { createLoginToken } from "./people.ts";
import { ADA, carrying, HOUR, refused, RIGHTS, scene, START, wrong } from "./testing/scene.ts";

Deno.test("a token lets its caller in, with its name, rights and end", async () => {
  await using on = await scene();
  const caller = await on.ask(on.make());
  assert.equal(caller.kind, "token");
  assert.equal(caller.name, "ci");
  assert.equal(caller.initiatedBy, "token:ci");
  assert.deepEqual(caller.rights, RIGHTS);
  assert.deepEqual(caller.expiresAt, new Date(START + HOUR));
  assert.equal(caller.cookie, false);
  assert.match(caller.credentialId, /^token:/);
});

Deno.test("a session's owner is who its token says now, until that ends", async () => {
  await using on = await scene();
  const caller = await on.ask(on.make());
  assert.deepEqual(on.credentials.callerOf(caller.credentialId), caller);
  const second = await on.ask(on.rotate(60_000));
  assert.equal(on.credentials.callerOf(caller.credentialId)?.name, "ci", "in its grace");
  on.clock.ms += 60_000;
  assert.equal(on.credentials.callerOf(caller.credentialId), undefined);
  assert.equal(on.credentials.callerOf(second.credentialId)?.name, "ci");
  on.revoke(on.other);
  for (const id of [second.credentialId, "token:", "token:x:1", "session:x", ""]) {
    assert.equal(on.credentials.callerOf(id), undefined, id);
  }
});

Deno.test("a person's token lets the person in", async () => {
  await using on = await scene();
  const expiresAt = new Date(START + HOUR);
  const login = { principal: ADA, rights: RIGHTS, expiresAt };
  const caller = await on.ask(createLoginToken(on.kept.state, login, on.now()).text);
  assert.deepEqual([caller.kind, caller.name, caller.initiatedBy], ["user", "ada", "user:ada"]);
});

Deno.test("wrong secret, unknown name and revoked token get one answer", async () => {
  await using on = await scene();
  const token = on.make();
  const secret = token.slice("ci.".length);
  const revoked = on.make("gone");
  revokeToken(on.kept.state, "gone", "eve", on.now());
  const answers = await Promise.all(
    [
      wrong(token),
      `cj.${secret}`,
      revoked,
      `__proto__.${secret}`,
      secret,
      "ci",
      "ci.",
      `.${secret}`,
    ]
      .map(async (text) => (await refused(on.ask(text))).toJSON()),
  );
  assert.equal(answers[0]!.code, "not_authenticated");
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
});

Deno.test("a secret is good for its own name only", async () => {
  await using on = await scene();
  const [one, two] = [on.make("one"), on.make("two")];
  await assert.rejects(on.ask(`one.${two.split(".")[1]}`), refusal("not_authenticated"));
  assert.equal((await on.ask(one)).name, "one");
});

Deno.test("what merely looks like a token is refused: dots, NUL, look-alikes, case, length", async () => {
  await using on = await scene();
  const token = on.make();
  const [name, secret] = token.split(".") as [string, string];
  const texts = [
    ...[`${token}.`, `${token}.x`, `.${token}`, `ci..${secret}`, `x.${token}`, `${token}0`],
    ...[
      token.slice(0, -1),
      `CI.${secret}`,
      `${name}.${secret.toUpperCase()}A`,
      `${name}%2E${secret}`,
    ],
    ...[`${name}.${secret} ${name}.${secret}`, `${token}, Bearer ${token}`, `"${token}"`],
    ...["constructor", "__proto__", "toString"].map((text) => `${text}.${secret}`),
    `${"x".repeat(10_000_000)}.${secret}`,
  ];
  for (const text of texts) {
    const error = await refused(on.ask(text, `address ${texts.indexOf(text)}`));
    assert.equal(error.code, "not_authenticated", text.slice(0, 99));
  }
  // No header may hold these; a server that is given one all the same does not let them in.
  for (const text of [`${token}\0`, `ci\0.${secret}`, `сi.${secret}`, `ci．${secret}`]) {
    const headers = { get: () => `Bearer ${text}` };
    const request = { headers } as unknown as Request;
    const error = await refused(on.credentials.resolve(request, text));
    assert.equal(error.code, "not_authenticated", text);
  }
});

Deno.test("only the Authorization header brings a token, as Bearer", async () => {
  await using on = await scene();
  const token = on.make();
  for (const scheme of ["Bearer", "bearer", "BEARER", "Bearer "]) {
    assert.equal((await on.credentials.resolve(carrying(`${scheme} ${token}`), "a")).name, "ci");
  }
  for (
    const text of [token, `Basic ${btoa(token)}`, `Token ${token}`, `Bearer${token}`, "Bearer"]
  ) {
    const error = await refused(on.credentials.resolve(carrying(text), text));
    assert.equal(error.code, "not_authenticated", text);
  }
  const elsewhere = new Request(`http://serve.example.org/?token=${token}&access_token=${token}`, {
    headers: { cookie: `token=${token}`, "x-api-key": token },
  });
  assert.equal(on.credentials.recognises(elsewhere), false);
  const error = await refused(on.credentials.resolve(elsewhere, "b"));
  assert.match(error.hint!, /Authorization: Bearer/);
});

Deno.test("an expired token says so to who has its secret, and to nobody else", async () => {
  await using on = await scene();
  const token = on.make();
  on.clock.ms += HOUR - 1;
  await on.ask(token);
  on.clock.ms += 1;
  assert.equal((await refused(on.ask(token))).code, "token_expired");
  assert.equal((await refused(on.ask(wrong(token)))).code, "not_authenticated");
});

Deno.test("a rotated token's old secret is wrong at once, or after the grace", async () => {
  await using on = await scene();
  const first = on.make();
  const second = on.rotate(0);
  assert.equal((await refused(on.ask(first))).code, "not_authenticated");
  const third = on.rotate(60_000);
  assert.equal((await on.ask(second)).name, "ci");
  assert.notEqual((await on.ask(second)).credentialId, (await on.ask(third)).credentialId);
  on.clock.ms += 60_000;
  assert.equal((await refused(on.ask(second))).code, "not_authenticated");
  assert.equal((await on.ask(third)).name, "ci");
});

Deno.test("what another process changes counts from the next request on", async () => {
  await using on = await scene();
  const token = on.make();
  await on.ask(token);
  on.revoke(on.other);
  assert.equal((await refused(on.ask(token))).code, "not_authenticated");
  const made = createToken(
    on.other,
    { name: "new", rights: RIGHTS, expiresAt: null, by: "x" },
    on.now(),
  );
  assert.equal((await on.ask(made.text)).name, "new");
  on.other.database.exec("DELETE FROM token WHERE name = 'new'");
  assert.equal((await refused(on.ask(made.text))).code, "not_authenticated");
  on.other.database.exec(`UPDATE token SET revoked_at = NULL WHERE name = 'ci'`);
  assert.equal((await on.ask(token)).name, "ci", "also what is changed by hand");
});

Deno.test("a token whose row was spoilt by hand may do nothing, and the others still work", async () => {
  await using on = await scene();
  const [token, other] = [on.make(), on.make("other")];
  on.other.database.exec(`UPDATE token SET rights = '{"allow":"*"}' WHERE name = 'ci'`);
  assert.deepEqual((await on.ask(token)).rights, { run: [], read: [] });
  assert.deepEqual((await on.ask(other)).rights, RIGHTS);
});

Deno.test("nobody is let in while the state cannot be read", async () => {
  await using on = await scene();
  const token = on.make();
  await on.ask(token);
  let why = "";
  using _ = on.credentials.watch(await on.ask(token), (told) => why = told);
  on.other.database.exec("ALTER TABLE token_clock RENAME TO elsewhere");
  assert.equal((await refused(on.ask(token))).code, "unavailable");
  on.look();
  assert.match(why, /could not be checked/);
});

Deno.test("a use is written later, once a minute, and is not a change", async () => {
  await using on = await scene();
  const token = on.make();
  const used = () => findToken(on.other.database, "ci")!.lastUsedAt;
  await on.ask(token);
  assert.equal(used(), null, "not on the request's path");
  on.credentials[Symbol.dispose]();
  assert.equal(used(), START);
  on.clock.ms += 59_999;
  await on.ask(token);
  on.credentials[Symbol.dispose]();
  assert.equal(used(), START);
  on.clock.ms += 1;
  await on.ask(token);
  on.credentials[Symbol.dispose]();
  assert.equal(used(), START + 60_000);
  await refused(on.ask(wrong(token)));
  assert.equal(on.logged.filter(({ event }) => event === "token.changed").length, 0);
});
