import assert from "node:assert/strict";
import { personalKey, send, token } from "../../packages/registry/features/identity/testing.ts";
import { refusal } from "../../packages/runtime/testing/refusal.ts";
import { temporaryState } from "../../packages/serve/testing/temporary_state.ts";
import { type Different, oauthServer, TABLES } from "./oauth_server.ts";
import { type Acme, acmeRegistry, answerDevice } from "./people.ts";

async function applications({ registry, key }: Acme) {
  const { body } = await send(registry, "GET /api/v1/oauth/applications", { bearer: key });
  return body.applications as { clientId: string; redirectUris: string[] }[];
}

/** Starts a server and stops it. */
async function start(url: string, different: Different): Promise<string> {
  await using server = await oauthServer(url, different);
  return server.url;
}

Deno.test("the first start registers with oauth:manage in SVC_API_KEY, the second uses what is stored", async () => {
  await using acme = await acmeRegistry();
  await using kept = await temporaryState(TABLES);
  const url = await start(acme.url, { apiKey: acme.key, kept });
  const [application, ...more] = await applications(acme);
  assert.deepEqual(more, []);
  assert.deepEqual(application!.redirectUris, [`${url}/auth/callback`]);
  await start(acme.url, { kept });
  assert.equal((await applications(acme)).length, 1, "on this machine any port may follow");
});

Deno.test("without the scope, a key or a terminal, the refusal says what to do", async () => {
  await using acme = await acmeRegistry();
  const { key } = await token(acme.registry, acme.ada, "acme", ["serve:*"]);
  const personal = await personalKey(acme.registry, acme.ada);
  for (const apiKey of [undefined, key, personal.key]) {
    await assert.rejects(
      oauthServer(acme.url, { apiKey }),
      refusal("missing_scope", /not registered/, /oauth:manage/),
    );
  }
  const wrong = { apiKey: `svc_org_${"0".repeat(32)}` };
  await assert.rejects(oauthServer(acme.url, wrong), refusal("invalid_api_key"));
});

Deno.test("in a terminal the operator approves the registration in a browser", async () => {
  await using acme = await acmeRegistry();
  let approved = false;
  await using server = await oauthServer(acme.url, {
    async approve(lines) {
      if (approved) return;
      approved = true;
      await answerDevice(acme, acme.ada, /code: (\S+)/.exec(lines)![1]!);
    },
  });
  const { body } = await send(acme.registry, "GET /api/v1/oauth/applications", {
    cookie: acme.ada.cookie,
  });
  assert.deepEqual(body.applications[0].redirectUris, [`${server.url}/auth/callback`]);
  assert.ok(server.shown.join("").includes(`${acme.url}/device?user_code=`));
});

Deno.test("a client that the registry no longer knows is told with the way out, which works", async () => {
  await using acme = await acmeRegistry();
  await using kept = await temporaryState(TABLES);
  const { key: apiKey } = acme;
  await start(acme.url, { apiKey, kept });
  const { clientId } = (await applications(acme))[0]!;
  await send(acme.registry, `DELETE /api/v1/oauth/applications/${clientId}`, { bearer: apiKey });
  await assert.rejects(
    oauthServer(acme.url, { apiKey, kept }),
    refusal("unknown_oauth_client", /does not know/, /--oauth-register/),
  );
  await start(acme.url, { apiKey, kept, registerAgain: true });
  assert.equal((await applications(acme)).length, 1);
});

Deno.test("a client made by hand is checked and taken; a wrong secret is refused and not stored", async () => {
  await using acme = await acmeRegistry();
  await using kept = await temporaryState(TABLES);
  const made = await send(acme.registry, "POST /api/auth/oauth2/register", {
    bearer: acme.key,
    body: { client_name: "by hand", redirect_uris: ["http://127.0.0.1/auth/callback"] },
  });
  const { client_id: clientId, client_secret: clientSecret } = made.body;
  const wrong = { clientId, clientSecret: `${clientSecret}x` };
  await assert.rejects(
    oauthServer(acme.url, { client: wrong, kept }),
    refusal("unknown_oauth_client"),
  );
  assert.equal(kept.state.database.prepare("SELECT * FROM oauth_client").get(), undefined);
  await start(acme.url, { client: { clientId, clientSecret }, kept });
  await start(acme.url, { kept });
});

Deno.test("a stored client starts also while the registry is down, with a warning", async () => {
  await using acme = await acmeRegistry();
  await using kept = await temporaryState(TABLES);
  await start(acme.url, { apiKey: acme.key, kept });
  await acme.down();
  await using server = await oauthServer(acme.url, { kept });
  assert.match(server.logged.join(""), /oauth\.client_unchecked/);
});
