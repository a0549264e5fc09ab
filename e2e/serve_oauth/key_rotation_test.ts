import assert from "node:assert/strict";
import { accessToken } from "./agent.ts";
import { signIn, tab } from "./browser.ts";
import { oauthServer } from "./oauth_server.ts";
import { acmeRegistry } from "./people.ts";

Deno.test("after the registry rotates its key, tokens of both are good; of one that is taken away, none", async () => {
  await using acme = await acmeRegistry();
  await using server = await oauthServer(acme.url, { apiKey: acme.key });
  const { db } = acme.registry.services;
  const ask = async (token: string) => {
    const answer = await server.ask("/", { headers: { authorization: `Bearer ${token}` } });
    await answer.body?.cancel();
    return answer.status;
  };
  const first = await accessToken(acme, acme.ada, server.url);
  assert.equal(await ask(first), 200);
  const { id } = await db.selectFrom("jwks").select("id").executeTakeFirstOrThrow();
  await db.updateTable("jwks").set({ expiresAt: new Date(Date.now() - 1000).toISOString() })
    .execute();
  const second = await accessToken(acme, acme.ada, server.url);
  assert.equal((await db.selectFrom("jwks").select("id").execute()).length, 2);
  assert.deepEqual([await ask(second), await ask(first)], [200, 200]);
  assert.equal((await signIn(acme, tab(server), acme.ada)).status, 303, "a browser's login, too");
  await db.deleteFrom("jwks").where("id", "=", id).execute();
  server.clock.now = new Date(server.clock.now.getTime() + 5 * 60_000);
  assert.deepEqual([await ask(second), await ask(first)], [200, 401]);
});
