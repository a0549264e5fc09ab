import assert from "node:assert/strict";
import { refusal } from "../../runtime/testing/refusal.ts";
import { ALL_RIGHTS } from "../rights/rights.ts";
import { temporaryState } from "../testing/temporary_state.ts";
import { findToken, listTokens } from "./find.ts";
import { rotateToken } from "./operator.ts";
import { createLoginToken, livePrincipals, revokeByPrincipal, updatePrincipal } from "./people.ts";
import { TOKEN_TABLES } from "./tables.ts";
import type { Principal } from "./token.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const after = (ms: number) => new Date(NOW.getTime() + ms);

function person(sub: string, username = sub): Principal {
  return { sub, username, email: null, collectives: ["acme"], groups: [] };
}

function login(principal: Principal, expiresAt = after(1000)) {
  return { principal, rights: ALL_RIGHTS, expiresAt };
}

Deno.test("a login gets a token of its own, named by chance", async () => {
  await using kept = await temporaryState(TOKEN_TABLES);
  const one = createLoginToken(kept.state, login(person("1", "ada")), NOW);
  const two = createLoginToken(kept.state, login(person("1", "ada")), NOW);
  for (const { text } of [one, two]) assert.match(text, /^oauth-[0-9a-f]{8}\.[0-9a-f]{64}$/);
  assert.notEqual(one.token.name, two.token.name);
  assert.deepEqual([one.token.kind, one.token.principal], ["user", person("1", "ada")]);
});

Deno.test("people are listed once each, as last seen, while a token of theirs is good", async () => {
  await using kept = await temporaryState(TOKEN_TABLES);
  createLoginToken(kept.state, login(person("1", "ada")), NOW);
  createLoginToken(kept.state, login(person("1", "ada-lovelace")), NOW);
  createLoginToken(kept.state, login(person("2"), after(1)), NOW);
  assert.deepEqual(
    livePrincipals(kept.state, after(1)).map(({ username }) => username),
    ["ada-lovelace"],
  );
  revokeByPrincipal(kept.state, "1", "registry", NOW);
  assert.deepEqual(livePrincipals(kept.state, NOW).map(({ sub }) => sub), ["2"]);
});

Deno.test("what the registry says of a person goes to all their tokens and to nobody else's", async () => {
  await using kept = await temporaryState(TOKEN_TABLES);
  const mine = [1, 2].map(() => createLoginToken(kept.state, login(person("1")), NOW).token.name);
  const other = createLoginToken(kept.state, login(person("11")), NOW).token;
  const rights = { run: [], read: ["audit"] };
  assert.equal(updatePrincipal(kept.state, person("1", "renamed"), rights), 2);
  for (const name of mine) {
    const token = findToken(kept.state.database, name)!;
    assert.deepEqual([token.principal?.username, token.rights], ["renamed", rights]);
  }
  assert.deepEqual(findToken(kept.state.database, other.name), other);
  assert.equal(revokeByPrincipal(kept.state, "1", "registry", NOW), 2);
  assert.equal(revokeByPrincipal(kept.state, "1", "registry", NOW), 0);
  assert.equal(listTokens(kept.state).filter((token) => token.revokedAt === null).length, 1);
});

Deno.test("a login's token cannot be rotated by the operator, who would have it then", async () => {
  await using kept = await temporaryState(TOKEN_TABLES);
  const { token } = createLoginToken(kept.state, login(person("1")), NOW);
  const rotation = { expiresAt: null, graceMs: 0, by: "eve" };
  assert.throws(() => rotateToken(kept.state, token.name, rotation, NOW), refusal("conflict"));
});
