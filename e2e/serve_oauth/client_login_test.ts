import assert from "node:assert/strict";
import { svc, temporaryConfig } from "../../packages/cli/testing/host.ts";
import type { Person } from "../../packages/registry/features/identity/testing.ts";
import { oauthServer } from "./oauth_server.ts";
import { type Acme, acmeRegistry, answerDevice } from "./people.ts";

/** `svc auth server-login`, answered by a person in their browser as soon as the code is shown. */
async function login(
  { acme, url, person, decision }: {
    acme: Acme;
    url: string;
    person: Person;
    decision: "approve" | "deny";
  },
) {
  await using config = await temporaryConfig();
  let shown = "";
  let answered: Promise<void> | undefined;
  const done = await svc(["auth", "server-login", "--server", url, "--json"], {
    env: { XDG_CONFIG_HOME: config.path },
    onStderr(text) {
      shown += text;
      const code = /this code: (\S+)\n/.exec(shown)?.[1];
      if (code !== undefined) answered ??= answerDevice(acme, person, code, decision);
    },
  });
  await answered;
  const stored = await Deno.readTextFile(`${config.path}/svc/servers.json`)
    .then((text) => JSON.parse(text)[url], () => undefined);
  return { ...done, stored };
}

Deno.test("people log in to a server in their browser: a member, one who denies, and a stranger", async () => {
  await using acme = await acmeRegistry();
  await using server = await oauthServer(acme.url, { apiKey: acme.key });
  const { url } = server;
  const eve = await acme.signUp("eve");
  // Side by side, as each waits for the registry's interval.
  const [member, denied, stranger] = await Promise.all([
    login({ acme, url, person: acme.ada, decision: "approve" }),
    login({ acme, url, person: acme.ada, decision: "deny" }),
    login({ acme, url, person: eve, decision: "approve" }),
  ]);
  assert.equal(member.exit, 0, member.stderr);
  const { tokenName } = JSON.parse(member.stdout);
  assert.match(tokenName, /^oauth-[0-9a-f]{8}$/);
  assert.equal(member.stored.displayName, "ada");
  assert.equal(member.stored.principalId, acme.ada.id);
  const secret = member.stored.token.slice(tokenName.length + 1);
  assert.ok(!`${member.stdout}${member.stderr}`.includes(secret));

  assert.equal(denied.exit, 1);
  assert.match(denied.stderr, /"code": "cancelled"/);
  assert.equal(stranger.exit, 1);
  assert.match(stranger.stderr, /"code": "forbidden"/);
  assert.deepEqual([denied.stored, stranger.stored], [undefined, undefined]);
});
