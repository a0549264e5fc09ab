import assert from "node:assert/strict";
import { svc } from "../../testing/host.ts";
import { listeningRegistry, loggedIn } from "../../testing/registry.ts";

Deno.test("a token is created, listed with the spec's columns, and revoked permanently (spec 4.5)", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  await on.createCollective(ada.cookie, "acme");

  const made = await ada.svc([
    ..."auth token create --collective acme --scopes lab:read,extensions:push".split(" "),
    ..."--name ci --expires 90d --json".split(" "),
  ]);
  assert.equal(made.exit, 0, made.stderr);
  const token = JSON.parse(made.stdout);
  assert.match(token.key, /^svc_org_[0-9a-f]{32}$/);
  assert.deepEqual(token.scopes, ["extensions:push", "lab:read"]);
  assert.deepEqual([token.name, token.collective], ["ci", "acme"]);

  const text = (await ada.svc(["auth", "token", "list", "--collective", "acme"])).stdout;
  assert.match(text, /^NAME +ID +PREFIX +SCOPES +CREATED +LAST USED +EXPIRES +STATE +CREATED BY$/m);
  assert.match(text, new RegExp(`ci +${token.id} +svc_org_\\w{4} +extensions:push,lab:read`));
  assert.ok(!text.includes(token.key), "the key is shown once");

  const env = { SVC_API_KEY: token.key, SVC_CLUB_URL: on.url };
  const whoami = await ada.svc(["auth", "whoami"], { env });
  assert.equal(
    whoami.stdout,
    `Collective token: acme on ${on.url}\nScopes: extensions:push, lab:read\nCollectives: acme\n`,
  );

  const revoked = await ada.svc(["auth", "token", "revoke", token.id, "--collective", "acme"]);
  assert.equal(revoked.stdout, `Revoked token 'ci' (${token.id}) of acme.\n`);
  assert.equal((await ada.svc(["auth", "whoami"], { env })).exit, 4);
  const list = await ada.svc(["auth", "token", "list", "--collective", "acme", "--json"]);
  assert.equal(JSON.parse(list.stdout).tokens[0].enabled, false);
  assert.match(
    (await ada.svc(["auth", "token", "list", "--collective", "acme"])).stdout,
    /revoked +ada \(key cli-builder-number-\d+\)$/m,
  );
});

Deno.test("create prints the key alone on stdout, so that it can be piped, and the rest beside it", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  const create = "auth token create --collective ada --scopes lab:read --name ci --expires 90d";
  const { exit, stdout, stderr } = await ada.svc(create.split(" "));
  assert.equal(exit, 0, stderr);
  assert.match(stdout, /^svc_org_[0-9a-f]{32}\n$/);
  assert.match(
    stderr,
    /^Created token 'ci' \(\S+\) for ada\.\nIts scopes: lab:read\.\nIt expires at \S+Z\.\nIt is shown only once/,
  );
  assert.ok(!stderr.includes(stdout.trim()), "the key stands on stdout only");
});

Deno.test("a token without an expiry is made, with a nudge; its name is cli-<host>-<time>", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  const made = await ada.svc(
    "auth token create --collective ada --scopes extensions:* --json".split(" "),
  );
  assert.match(made.stderr, /never expires\. Use --expires 90d for one that does/);
  const token = JSON.parse(made.stdout);
  assert.match(token.name, /^cli-builder-number-\d{13}$/);
  assert.equal(token.expiresAt, null);
  const quiet = await ada.svc("auth token list --collective ada -q".split(" "));
  assert.equal(quiet.stderr, "");
});

Deno.test("a collective token cannot manage tokens, and is told so before it is sent", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  const key = `svc_org_${"a".repeat(32)}`;
  const refused = await ada.svc(["auth", "token", "list", "--collective", "ada", "--json"], {
    env: { SVC_API_KEY: key, SVC_CLUB_URL: on.url },
  });
  assert.equal(refused.exit, 4);
  assert.equal(JSON.parse(refused.stderr).code, "session_required");
  assert.ok(!refused.stderr.includes(key));
});

Deno.test("an unknown scope is refused by name before anything is sent", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  const refused = await ada.svc(
    "auth token create --collective ada --scopes lab:reed --json".split(" "),
  );
  assert.equal(refused.exit, 1);
  assert.match(JSON.parse(refused.stderr).error, /Unknown scope: lab:reed/);
});

Deno.test("what is not a token's id is refused before anything is sent, saying where the ids are", async () => {
  const refused = await svc("auth token revoke nope --collective ada".split(" "));
  assert.equal(refused.exit, 1);
  assert.match(refused.stderr, /'nope' is not the id of a token/);
  assert.match(refused.stderr, /svc auth token list --collective ada/);
});

Deno.test("a collective one does not belong to is the server's to refuse", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  const refused = await ada.svc("auth token list --collective nowhere --json".split(" "));
  assert.equal(refused.exit, 1);
  assert.equal(JSON.parse(refused.stderr).code, "not_found");
});

Deno.test("only owners and admins manage tokens: a plain member is told the role (spec 4.5)", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  await using bob = await loggedIn(on, "bob");
  await on.createCollective(ada.cookie, "acme");
  const { db } = on.registry.services;
  const { id: collective } = await db.selectFrom("collective").select("id")
    .where("slug", "=", "acme").executeTakeFirstOrThrow();
  const { id: user } = await db.selectFrom("user").select("id")
    .where("username", "=", "bob").executeTakeFirstOrThrow();
  await db.insertInto("collective_member").values({
    id: crypto.randomUUID(),
    collective_id: collective,
    user_id: user,
    role: "member",
    created_at: new Date().toISOString(),
  }).execute();
  for (
    const line of [
      "auth token create --collective acme --scopes lab:read --json",
      "auth token list --collective acme --json",
      `auth token revoke ${crypto.randomUUID()} --collective acme --json`,
    ]
  ) {
    const refused = await bob.svc(line.split(" "));
    assert.equal(refused.exit, 1, line);
    const { code, error } = JSON.parse(refused.stderr);
    assert.equal(code, "role_too_low", line);
    assert.match(error, /owner|admin/i);
  }
});

Deno.test("an expired token is refused although it is enabled, and the client says so (spec 7.2)", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  const made = await ada.svc(
    "auth token create --collective ada --scopes lab:read --expires 1d --json".split(" "),
  );
  on.registry.clock.now = new Date(on.registry.clock.now.getTime() + 2 * 86_400_000);
  const env = { SVC_API_KEY: JSON.parse(made.stdout).key, SVC_CLUB_URL: on.url };
  const refused = await ada.svc(["auth", "whoami", "--json"], { env });
  assert.equal(refused.exit, 4);
  assert.equal(JSON.parse(refused.stderr).code, "token_expired");
  const doctor = JSON.parse((await ada.svc(["doctor", "--json"], { env })).stdout);
  assert.deepEqual(
    doctor.checks.filter(({ check }: { check: string }) =>
      ["credential", "scopes", "expiry"].includes(check)
    ).map(({ outcome }: { outcome: string }) => outcome),
    ["failed", "notRun", "notRun"],
  );
});
