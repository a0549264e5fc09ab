import assert from "node:assert/strict";
import type { Person } from "../../packages/registry/features/identity/testing.ts";
import { readUntil } from "../process/read_until.ts";
import { createPerson } from "../process/svc.ts";
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
  await using laptop = await createPerson(acme.url);
  const child = laptop.start(["auth", "server-login", "--server", url, "--no-browser", "--json"]);
  const said = new Response(child.stdout).text();
  const { text, rest } = await readUntil(child.stderr, /this code: \S+/);
  await answerDevice(acme, person, /this code: (\S+)/.exec(text)![1]!, decision);
  const { code } = await child.status;
  const stored = await Deno.readTextFile(`${laptop.home}/.config/svc/servers.json`)
    .then((text) => JSON.parse(text)[url], () => undefined);
  return { code, stdout: await said, stderr: await rest, stored };
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
  assert.equal(member.code, 0, member.stderr);
  const { tokenName } = JSON.parse(member.stdout);
  assert.match(tokenName, /^oauth-[0-9a-f]{8}$/);
  assert.equal(member.stored.displayName, "ada");
  assert.equal(member.stored.principalId, acme.ada.id);
  const secret = member.stored.token.slice(tokenName.length + 1);
  assert.ok(!`${member.stdout}${member.stderr}`.includes(secret));

  assert.equal(denied.code, 1);
  assert.match(denied.stderr, /"code": "cancelled"/);
  assert.equal(stranger.code, 1);
  assert.match(stranger.stderr, /"code": "forbidden"/);
  assert.deepEqual([denied.stored, stranger.stored], [undefined, undefined]);
});
