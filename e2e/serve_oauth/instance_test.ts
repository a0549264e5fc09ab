import assert from "node:assert/strict";
import { send } from "../../packages/registry/features/identity/testing.ts";
import { temporaryState } from "../../packages/serve/testing/temporary_state.ts";
import { type OAuthServer, oauthServer, TABLES } from "./oauth_server.ts";
import { type Acme, acmeRegistry } from "./people.ts";

interface Instance {
  instanceId: string;
  collectiveSlugs: string[];
  version: string;
  startedAt: string;
  heartbeatCount: number;
}

async function instances({ registry, ada }: Acme): Promise<Instance[]> {
  const { body } = await send(registry, "GET /api/v1/collectives/acme/serve-instances", {
    cookie: ada.cookie,
  });
  return body.instances;
}

Deno.test("a server is listed under the collectives it admits, by the same id at every start", async () => {
  await using acme = await acmeRegistry();
  await using kept = await temporaryState(TABLES);
  const admission = { collectives: ["acme:admin", "ada"], users: ["bob"] };
  const ids = [];
  for (let start = 0; start < 2; start++) {
    await using server = await oauthServer(acme.url, { apiKey: acme.key, kept, admission });
    await server.oauth.listed;
    const [instance, ...more] = await instances(acme);
    assert.deepEqual(more, []);
    assert.deepEqual(instance!.collectiveSlugs, ["acme", "ada"]);
    ids.push(instance!.instanceId);
  }
  assert.equal(ids[0], ids[1]);
});

Deno.test("signs of life are counted; a registry that forgot the server is told again", async () => {
  await using acme = await acmeRegistry();
  await using server = await oauthServer(acme.url, { apiKey: acme.key });
  await server.oauth.listed;
  await server.oauth.beat!();
  assert.equal((await instances(acme))[0]!.heartbeatCount, 1);
  await acme.registry.services.db.deleteFrom("serve_instance").execute();
  assert.deepEqual(await instances(acme), []);
  await server.oauth.beat!();
  assert.equal((await instances(acme)).length, 1);
});

Deno.test("without a key or a collective nothing is listed; a refusal is only a warning", async () => {
  await using acme = await acmeRegistry();
  await using kept = await temporaryState(TABLES);
  const started = async (more: object): Promise<OAuthServer> => {
    const server = await oauthServer(acme.url, { kept, ...more });
    await server.oauth.listed;
    return server;
  };
  await using first = await started({ apiKey: acme.key, admission: { users: ["ada"] } });
  await using second = await started({});
  assert.deepEqual(await instances(acme), []);
  assert.ok(!`${first.logged}${second.logged}`.includes("instance"));
  await using third = await started({ apiKey: acme.key, admission: { collectives: ["other"] } });
  assert.match(third.logged.join(""), /oauth\.instance_registered_refused/);
  await acme.down();
  await third.oauth.beat!();
  assert.match(third.logged.join(""), /oauth\.heartbeat_failed/);
  assert.ok(!third.logged.join("").includes(acme.key));
});
