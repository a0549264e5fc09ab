import assert from "node:assert/strict";
import { refusal } from "../../runtime/testing/refusal.ts";
import { parseRunnable } from "../rights/rights.ts";
import { temporaryState } from "../testing/temporary_state.ts";
import { findToken, listTokens } from "./find.ts";
import { createToken, revokeToken, rotateToken, type TokenOrder } from "./operator.ts";
import { RETENTION_MS } from "./retention.ts";
import { secretHash } from "./secret.ts";
import { TOKEN_TABLES } from "./tables.ts";
import { tokenState } from "./token.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const after = (ms: number) => new Date(NOW.getTime() + ms);
const HOUR = 3_600_000;

function order(name = "ci", expiresAt: Date | null = after(24 * HOUR)): TokenOrder {
  return {
    name,
    rights: { run: [parseRunnable("deploy:plan")], read: ["audit"] },
    expiresAt,
    by: "ada@builder",
  };
}

Deno.test("a token is its name and 64 digits; what is kept is the hash of these", async () => {
  await using kept = await temporaryState(TOKEN_TABLES);
  const { text, token } = createToken(kept.state, order(), NOW);
  assert.match(text, /^ci\.[0-9a-f]{64}$/);
  const secret = text.slice("ci.".length);
  assert.equal(token.hash, secretHash(secret));
  const rows = kept.state.database.prepare("SELECT * FROM token").all();
  assert.ok(!JSON.stringify(rows).includes(secret));
  assert.deepEqual(token.rights, order().rights);
  assert.equal(token.createdBy, "ada@builder");
  assert.equal(tokenState(token, NOW.getTime()), "active");
  assert.notEqual(createToken(kept.state, order("other"), NOW).text.slice(6), secret);
});

Deno.test("a token expires at its instant, not a millisecond before", async () => {
  await using kept = await temporaryState(TOKEN_TABLES);
  const { token } = createToken(kept.state, order("ci", after(5)), NOW);
  const at = NOW.getTime();
  assert.deepEqual([4, 5].map((ms) => tokenState(token, at + ms)), ["active", "expired"]);
  const endless = createToken(kept.state, order("endless", null), NOW).token;
  assert.equal(tokenState(endless, Number.MAX_SAFE_INTEGER), "active");
});

Deno.test("a name is taken by what is good, expired or revoked, until 30 days after its end", async () => {
  await using kept = await temporaryState(TOKEN_TABLES);
  createToken(kept.state, order("good"), NOW);
  createToken(kept.state, order("over", after(1)), NOW);
  createToken(kept.state, order("revoked"), NOW);
  revokeToken(kept.state, "revoked", "ada", after(1));
  const later = after(24 * HOUR - 1);
  for (const name of ["good", "over", "revoked"]) {
    assert.throws(() => createToken(kept.state, order(name), later), refusal("name_taken"));
  }
  const end = after(1 + RETENTION_MS.token);
  assert.throws(() => createToken(kept.state, order("over"), end), refusal("name_taken"));
  const free = after(2 + RETENTION_MS.token);
  const again = createToken(kept.state, order("over", after(60 * 24 * HOUR)), free).token;
  assert.equal(again.createdAt, free.getTime());
  assert.deepEqual(listTokens(kept.state).map(({ name }) => name), ["good", "over"]);
});

Deno.test("a name is lower-case letters, digits, - and _, and never what may be a secret", async () => {
  await using kept = await temporaryState(TOKEN_TABLES);
  for (const name of ["a", "0", "ci-deploy_2", "x".repeat(40), "constructor"]) {
    createToken(kept.state, order(name), NOW);
  }
  const bad = [
    "",
    "-a",
    "_a",
    "A",
    "a.b",
    "a b",
    "a\0",
    "а",
    "ci\n",
    "__proto__",
    "oauth-12345678",
  ];
  for (const name of [...bad, "x".repeat(41), `svc_${"0".repeat(32)}`]) {
    assert.throws(() => createToken(kept.state, order(name), NOW), refusal("invalid_name"), name);
  }
  const make = (name: string) => () => createToken(kept.state, order(name), NOW);
  assert.throws(
    make("CI Deploy"),
    refusal("invalid_name", /'CI Deploy' is not a valid token name/),
  );
  // Half of one would be too much, too.
  for (const secret of ["ab".repeat(32), `svc_${"0".repeat(32)}`, "A".repeat(21)]) {
    assert.throws(make(secret), (error: Error) => {
      assert.ok(!`${error.message}${error.stack}`.includes(secret));
      return true;
    });
  }
});

Deno.test("a rotation changes secret and end at once, and keeps name and rights", async () => {
  await using kept = await temporaryState(TOKEN_TABLES);
  const first = createToken(kept.state, order(), NOW);
  const rotation = { expiresAt: after(48 * HOUR), graceMs: 0, by: "bob" };
  const second = rotateToken(kept.state, "ci", rotation, after(HOUR));
  assert.notEqual(second.text, first.text);
  assert.equal(second.token.generation, 2);
  assert.equal(second.token.previous, null);
  assert.equal(second.token.expiresAt, after(48 * HOUR).getTime());
  assert.deepEqual(second.token.rights, first.token.rights);
});

Deno.test("a grace keeps the old secret for that time, and never beyond its own end", async () => {
  await using kept = await temporaryState(TOKEN_TABLES);
  const first = createToken(kept.state, order("ci", after(HOUR)), NOW).token;
  const rotate = (graceMs: number, at: Date) =>
    rotateToken(kept.state, "ci", { expiresAt: after(99 * HOUR), graceMs, by: "bob" }, at).token;
  const second = rotate(2 * HOUR, NOW);
  assert.deepEqual(second.previous, { hash: first.hash, until: after(HOUR).getTime() });
  const third = rotate(HOUR, after(1));
  assert.deepEqual(third.previous, { hash: second.hash, until: after(HOUR + 1).getTime() });
});

Deno.test("an expired token lives again by rotation, without its old secret; a revoked one never", async () => {
  await using kept = await temporaryState(TOKEN_TABLES);
  createToken(kept.state, order("ci", after(1)), NOW);
  const rotation = { expiresAt: null, graceMs: HOUR, by: "bob" };
  const { token } = rotateToken(kept.state, "ci", rotation, after(2));
  assert.equal(tokenState(token, after(3).getTime()), "active");
  assert.equal(token.previous, null);
  revokeToken(kept.state, "ci", "bob", after(4));
  assert.throws(
    () => rotateToken(kept.state, "ci", rotation, after(5)),
    refusal("conflict", /permanent/),
  );
});

Deno.test("revoking ends old and new secret; doing so again tells when it was", async () => {
  await using kept = await temporaryState(TOKEN_TABLES);
  createToken(kept.state, order(), NOW);
  rotateToken(kept.state, "ci", { expiresAt: null, graceMs: HOUR, by: "bob" }, NOW);
  const first = revokeToken(kept.state, "ci", "eve", after(1));
  assert.deepEqual([first.alreadyRevoked, first.token.previous], [false, null]);
  const second = revokeToken(kept.state, "ci", "bob", after(9));
  assert.deepEqual([second.alreadyRevoked, second.token.revokedAt], [true, after(1).getTime()]);
  assert.equal(second.token.changedBy, "eve");
});

Deno.test("a name that is not there is refused with the nearest", async () => {
  await using kept = await temporaryState(TOKEN_TABLES);
  createToken(kept.state, order("ci-deploy"), NOW);
  assert.throws(
    () => revokeToken(kept.state, "ci-deplyo", "a", NOW),
    refusal("not_found", /'ci-deploy'/),
  );
  assert.throws(() => revokeToken(kept.state, "' OR 1=1 --", "a", NOW), refusal("not_found"));
  assert.equal(tokenState(findToken(kept.state.database, "ci-deploy")!, NOW.getTime()), "active");
});

Deno.test("two connections cannot both make a name", async () => {
  await using kept = await temporaryState(TOKEN_TABLES);
  createToken(kept.state, order(), NOW);
  assert.throws(() => createToken(kept.again(), order(), NOW), refusal("name_taken"));
});
