import assert from "node:assert/strict";
import { listeningRegistry, loggedIn } from "../../testing/registry.ts";
import { svc } from "../../testing/host.ts";

/** acme with its owner ada and the member bob, invited and accepted as people are. */
async function world() {
  const stack = new AsyncDisposableStack();
  const on = stack.use(await listeningRegistry());
  const ada = stack.use(await loggedIn(on, "ada"));
  const bob = stack.use(await loggedIn(on, "bob"));
  await on.createCollective(ada.cookie, "acme");
  const post = async (cookie: string, path: string, body: unknown = {}) => {
    const response = await on.registry.request(path, {
      method: "POST",
      headers: { cookie, origin: on.url, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    assert.ok(response.ok, await response.clone().text());
    return await response.json();
  };
  const { invitation } = await post(ada.cookie, "/api/v1/collectives/acme/invite", {
    username: "bob",
  });
  return { on, ada, bob, post, invitation, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

Deno.test("what a session alone may do is told with reason, page and exit 4, and changes nothing (spec 4.3)", async () => {
  await using scene = await world();
  const { ada, bob, on, post, invitation } = scene;
  const own = JSON.parse((await bob.svc(["collective", "invitations", "--json"])).stdout);
  assert.deepEqual(own.invitations.map((one: { id: string }) => one.id), [invitation.id]);
  const open = await ada.svc(["collective", "invitations", "acme"]);
  assert.match(open.stdout, /^WHO +ROLE +INVITED BY +EXPIRES\nbob +member +ada +\d{4}-/);
  await post(bob.cookie, `/api/v1/invitations/${invitation.id}/accept`);

  const before = (await ada.svc(["collective", "members", "acme", "--json"])).stdout;
  const invite = await ada.svc([
    ..."collective invite @acme zoe+x@example.org --role admin --json".split(" "),
  ]);
  assert.equal(invite.exit, 4);
  const told = JSON.parse(invite.stdout);
  assert.equal(told.changed, false);
  assert.match(told.reason, /signed-in browser/);
  assert.equal(
    told.url,
    `${on.url}/collectives/acme/settings/invitations?invite=zoe%2Bx%40example.org&role=admin`,
  );
  for (const line of ["role acme bob admin", "remove acme bob", "leave acme", "create tools"]) {
    assert.equal((await ada.svc(["collective", ...line.split(" ")])).exit, 4, line);
  }
  assert.equal((await ada.svc(["collective", "members", "acme", "--json"])).stdout, before);
});

Deno.test("nobody is led to a page that refuses them: role, member and name are checked first", async () => {
  await using scene = await world();
  const { ada, bob, post, invitation } = scene;
  await post(bob.cookie, `/api/v1/invitations/${invitation.id}/accept`);
  const cases: [who: typeof ada, line: string, code: string, error: RegExp][] = [
    [bob, "invite acme zoe", "role_too_low", /must be an admin of 'acme'/],
    [bob, "invitations acme", "role_too_low", /role admin in 'acme'/],
    [bob, "edit acme --visibility private", "role_too_low", /role admin in 'acme'/],
    [ada, "role acme zoe admin", "not_found", /'zoe' is not a member of 'acme'/],
    [ada, "role acme bob king", "usage", /'king' is not a role/],
    [ada, "invite ada bob", "personal_collective", /personal collective/],
    [ada, "view nowhere", "not_found", /no collective 'nowhere'/],
    [ada, "members ../../secret", "invalid_argument", /is not the name of a collective/],
    [ada, "create Acme", "invalid_name", /lower case/],
    [ada, "edit acme", "usage", /Nothing to change/],
  ];
  for (const [who, line, code, error] of cases) {
    const refused = await who.svc(["collective", ...line.split(" "), "--json"]);
    assert.notEqual(refused.exit, 0, line);
    const said = JSON.parse(refused.stderr);
    assert.equal(said.code, code, line);
    assert.match(said.error, error, line);
  }
});

Deno.test("a collective token reads within its scopes, and is told which scope it lacks", async () => {
  await using scene = await world();
  const { ada, on } = scene;
  await on.createCollective(ada.cookie, "other");
  const made = await ada.svc(
    "auth token create --collective acme --scopes collective:read --json".split(" "),
  );
  const env = { SVC_API_KEY: JSON.parse(made.stdout).key, SVC_CLUB_URL: on.url };
  const robot = (line: string) =>
    svc(["collective", ...line.split(" ")], { env: { ...env, HOME: "/nonexistent" } });
  assert.match((await robot("list")).stdout, /\nacme +acme +token +public$/m);
  assert.match((await robot("members acme")).stdout, /\nada +ada +owner/);
  const missing = await robot("edit acme --description x --json");
  assert.match(JSON.parse(missing.stderr).error, /requires the collective:write scope/);
  assert.match(JSON.parse(missing.stderr).hint, /--scopes collective:write/);
  const wrong = JSON.parse((await robot("view other --json")).stderr);
  assert.deepEqual([wrong.code, wrong.hint], ["wrong_collective", "It acts for 'acme' only."]);
});
