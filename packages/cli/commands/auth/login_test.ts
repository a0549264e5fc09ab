import assert from "node:assert/strict";
import { STORED_PASSKEY } from "../../../registry/features/passkey/testing.ts";
import { svc, temporaryConfig } from "../../testing/host.ts";
import { listeningRegistry, loggedIn, PASSWORD } from "../../testing/registry.ts";

Deno.test("login by password stores the five fields and whoami then shows who it is", async () => {
  await using on = await listeningRegistry({ environment: { SVC_PLANS: "on" } });
  await using ada = await loggedIn(on, "ada");
  const stored = JSON.parse(await Deno.readTextFile(`${ada.config}/svc/auth.json`));
  assert.deepEqual(Object.keys(stored), [
    "serverUrl",
    "apiKey",
    "apiKeyId",
    "username",
    "collectives",
  ]);
  assert.match(stored.apiKey, /^svc_[0-9a-f]{32}$/);
  assert.deepEqual([stored.serverUrl, stored.username, stored.collectives], [on.url, "ada", [
    "ada",
  ]]);
  const { stdout, stderr, exit } = await ada.svc(["auth", "whoami"]);
  assert.equal(exit, 0);
  assert.equal(stderr, "");
  const [first, plan, title, row] = stdout.split("\n");
  assert.equal(first, `ada (ada@example.org) on ${on.url}`);
  assert.equal(plan, "Plan: Free");
  assert.equal(title, "Collectives:");
  assert.match(row!, /^ {2}ada {2}Free {2}trial: 30 days left \(ends \d{4}-\d{2}-\d{2}\)$/);
});

Deno.test("the key is named cli-<host, 14 characters>-<ms>, and its session is ended", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  const keys = await on.registry.services.db.selectFrom("apikey").selectAll().execute();
  assert.equal(keys.length, 1);
  assert.match(keys[0]!.name!, /^cli-builder-number-\d{13}$/);
  const sessions = await on.registry.services.db.selectFrom("session").selectAll().execute();
  assert.equal(sessions.length, 1, "only the sign-up's own session is left");
  assert.ok(ada.cookie);
});

Deno.test("a wrong password is refused with exit 4, and nothing is stored", async () => {
  await using on = await listeningRegistry();
  await on.signUp("ada");
  await using config = await temporaryConfig();
  for (const name of ["ada", "ada@example.org", "nobody"]) {
    const { exit, stdout, stderr } = await svc(
      ["auth", "login", "--server", on.url, "--username", name, "--json"],
      { env: { XDG_CONFIG_HOME: config.path }, stdin: "not the password\n" },
    );
    assert.equal(exit, 4);
    assert.equal(stdout, "");
    assert.equal(JSON.parse(stderr).code, "invalid_credentials");
  }
  assert.ok(![...Deno.readDirSync(`${config.path}/svc`)].some(({ name }) => name === "auth.json"));
});

Deno.test("without a terminal an account with an authenticator app logs in with the browser", async () => {
  const { exit, stderr } = await loginWith((db, user_id) =>
    db.insertInto("totp")
      .values({ user_id, secret: "", added_at: "", last_step: 0, failures: 0, locked_until: null })
      .execute()
  );
  assert.equal(exit, 2);
  assert.match(stderr, /second factor. Log in with the browser: svc auth login/);
  assert.doesNotMatch(stderr, /pending/);
});

Deno.test("an account with a passkey and no app logs in with the browser, not with a recovery code", async () => {
  const { exit, stderr } = await loginWith((db, user_id) =>
    db.insertInto("passkey").values({ ...STORED_PASSKEY, user_id }).execute()
  );
  assert.equal(exit, 4);
  assert.match(stderr, /signs in with a passkey\nhint: Log in with the browser: svc auth login/);
  assert.doesNotMatch(stderr, /pending/);
});

type Db = Awaited<ReturnType<typeof listeningRegistry>>["registry"]["services"]["db"];

/** What a login by password says of an account that got a second factor. */
async function loginWith(addFactor: (db: Db, userId: string) => Promise<unknown>) {
  await using on = await listeningRegistry();
  await on.signUp("ada");
  const { db } = on.registry.services;
  await addFactor(db, (await db.selectFrom("user").select("id").executeTakeFirstOrThrow()).id);
  await using config = await temporaryConfig();
  return await svc(
    ["auth", "login", "--server", on.url, "--username", "ada"],
    { env: { XDG_CONFIG_HOME: config.path }, stdin: `${PASSWORD}\n` },
  );
}

Deno.test("login works by e-mail too, and --password is taken with a warning", async () => {
  await using on = await listeningRegistry();
  await on.signUp("ada");
  await using config = await temporaryConfig();
  const { exit, stderr, stdout } = await svc(
    ["auth", "login", "--username", "ada@example.org", "--password", PASSWORD],
    { env: { XDG_CONFIG_HOME: config.path, SVC_CLUB_URL: on.url } },
  );
  assert.equal(exit, 0);
  assert.equal(stdout, `Logged in to ${on.url} as ada.\n`);
  assert.match(stderr, /^warning: --password on the command line can be seen/);
  assert.ok(!stderr.includes(PASSWORD));
});

Deno.test("while SVC_API_KEY is set, login and logout are disabled and say why", async () => {
  for (const command of ["login", "logout"]) {
    const { exit, stderr } = await svc(["auth", command, "--json"], {
      env: { SVC_API_KEY: "svc_0123456789abcdef0123456789abcdef" },
    });
    assert.equal(exit, 1);
    const body = JSON.parse(stderr);
    assert.equal(body.code, "login_disabled");
    assert.match(body.error, /SVC_API_KEY is set: that key wins/);
    assert.match(body.hint, /unset SVC_API_KEY/);
    assert.ok(!stderr.includes("svc_0123"));
  }
});

Deno.test("a second login revokes the key of the first", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  const first = JSON.parse(await Deno.readTextFile(`${ada.config}/svc/auth.json`)).apiKey;
  const again = await ada.svc(["auth", "login", "--server", on.url, "--username", "ada"], {
    stdin: PASSWORD,
  });
  assert.equal(again.exit, 0);
  const old = await ada.svc(["auth", "whoami"], {
    env: { SVC_API_KEY: first, SVC_CLUB_URL: on.url },
  });
  assert.equal(old.exit, 4);
  assert.equal((await ada.svc(["auth", "whoami"])).exit, 0);
});

Deno.test("logout revokes the key on the server, then forgets it", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  const { apiKey } = JSON.parse(await Deno.readTextFile(`${ada.config}/svc/auth.json`));
  const out = await ada.svc(["auth", "logout", "--json"]);
  assert.deepEqual(JSON.parse(out.stdout), {
    loggedOut: true,
    username: "ada",
    serverUrl: on.url,
    keyRevoked: true,
    tokens: [],
    otherTokens: 0,
  });
  const used = await ada.svc(["auth", "whoami"], {
    env: { SVC_API_KEY: apiKey, SVC_CLUB_URL: on.url },
  });
  assert.equal(used.exit, 4);
  const twice = await ada.svc(["auth", "logout", "--json"]);
  assert.deepEqual(JSON.parse(twice.stdout), { loggedOut: false, reason: "not logged in" });
});

Deno.test("a logout that cannot change auth.json says that the key is revoked, and which file names it", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  // Even root cannot open a folder for writing.
  await Deno.remove(`${ada.config}/svc/auth.json.lock`);
  await Deno.mkdir(`${ada.config}/svc/auth.json.lock`);
  const out = await ada.svc(["auth", "logout"]);
  assert.equal(out.exit, 1);
  assert.match(
    out.stderr,
    /The key is revoked, but \S+\/svc\/auth\.json still names it: A file or/,
  );
  assert.equal(
    (await on.registry.services.db.selectFrom("apikey").selectAll().execute()).length,
    0,
  );
});

Deno.test("a login tells of an auth.json that cannot be read before it asks the registry", async () => {
  await using config = await temporaryConfig();
  await Deno.mkdir(`${config.path}/svc/auth.json`, { recursive: true, mode: 0o700 });
  const { exit, stderr } = await svc(
    ["auth", "login", "--server", "http://127.0.0.1:9", "--username", "ada"],
    { env: { XDG_CONFIG_HOME: config.path }, stdin: PASSWORD },
  );
  assert.equal(exit, 1);
  assert.match(stderr, /^error: A file or folder is in the way: .*auth\.json/m);
  assert.doesNotMatch(stderr, /damaged/);
});

Deno.test("logout ends no collective token, and says which ones the key created and how to end them", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  const create = "auth token create --collective ada --scopes lab:read --name ci --json".split(" ");
  const { id, key } = JSON.parse((await ada.svc(create)).stdout);
  const out = await ada.svc(["auth", "logout"]);
  assert.equal(
    out.stdout,
    `Logged out ada from ${on.url}; the key is revoked.
Collective tokens that it created still work:
  ci  ${id}  ada
To end one, log in and run 'svc auth token revoke <token-id> --collective <slug>'.
`,
  );
  const env = { SVC_API_KEY: key, SVC_CLUB_URL: on.url };
  assert.equal((await ada.svc(["auth", "whoami"], { env })).exit, 0);
});

Deno.test("logout from a server that is gone forgets the key and says that it lives on", async () => {
  await using config = await temporaryConfig();
  let ended: Awaited<ReturnType<typeof loggedIn>>;
  {
    await using on = await listeningRegistry();
    ended = await loggedIn(on, "ada");
    await Deno.mkdir(`${config.path}/svc`, { recursive: true });
    await Deno.copyFile(`${ended.config}/svc/auth.json`, `${config.path}/svc/auth.json`);
    await ended[Symbol.asyncDispose]();
  }
  const out = await svc(["auth", "logout"], { env: { XDG_CONFIG_HOME: config.path } });
  assert.equal(out.exit, 0);
  assert.match(out.stderr, /warning: The key was not revoked \(.*cannot be reached/);
  await assert.rejects(Deno.stat(`${config.path}/svc/auth.json`), Deno.errors.NotFound);
});

Deno.test("login by device shows code and address, polls, and succeeds once it is approved", async () => {
  await using on = await listeningRegistry();
  const { cookie } = await on.signUp("ada");
  await using config = await temporaryConfig();
  let approved: Promise<void> | undefined;
  let seen = "";
  const approve = async (code: string) => {
    const headers = { cookie, origin: on.url, "content-type": "application/json" };
    const look = await on.registry.request(`/api/auth/device?user_code=${code}`, { headers });
    await look.body?.cancel();
    const done = await on.registry.request("/api/auth/device/approve", {
      method: "POST",
      headers,
      body: JSON.stringify({ userCode: code }),
    });
    assert.equal(done.status, 200, await done.text());
  };
  const outcome = await svc(["auth", "login", "--no-browser", "--server", on.url, "--json"], {
    env: { XDG_CONFIG_HOME: config.path },
    onStderr: (text) => {
      seen += text;
      const code = /this code: (\S+)/.exec(seen)?.[1];
      if (code) approved ??= approve(code.replace("-", ""));
    },
  });
  await approved;
  assert.equal(outcome.exit, 0, outcome.stderr);
  assert.deepEqual(JSON.parse(outcome.stdout), {
    authenticated: true,
    serverUrl: on.url,
    username: "ada",
  });
  assert.match(seen, new RegExp(`Open ${on.url}/`));
});

Deno.test("each registry keeps its login: list, switch and logout name one, a repository chooses one", async () => {
  await using a = await listeningRegistry();
  await using b = await listeningRegistry();
  await using config = await temporaryConfig();
  await using repo = await temporaryConfig();
  const run = (argv: string[], cwd?: string) =>
    svc(argv, {
      env: { XDG_CONFIG_HOME: config.path },
      stdin: `${PASSWORD}\n`,
      ...(cwd ? { cwd } : {}),
    });
  for (const [on, name] of [[a, "ada"], [b, "bob"]] as const) {
    await on.signUp(name);
    const login = await run(["auth", "login", "--server", on.url, "--username", name]);
    assert.deepEqual([login.exit, login.stderr], [0, ""]);
  }
  const whoami = async (cwd?: string) => (await run(["auth", "whoami"], cwd)).stdout.split(" ")[0];
  const list = async () => JSON.parse((await run(["auth", "list", "--json"])).stdout).logins;
  assert.deepEqual(await list(), [
    { serverUrl: b.url, username: "bob", current: true },
    { serverUrl: a.url, username: "ada", current: false },
  ]);
  assert.match((await run(["auth", "list"])).stdout, /^\* {2}\S+ {2}bob\n {3}\S+ {2}ada\n$/);
  assert.equal(await whoami(), "bob");
  assert.equal((await run(["auth", "switch"])).stdout, `Now using ${a.url} as ada.\n`);
  assert.equal(await whoami(), "ada");
  assert.match((await run(["auth", "switch", "--server", b.url])).stdout, /^Now using /);
  assert.match((await run(["auth", "switch", a.url])).stdout, /^Now using /);
  const unknown = await run(["auth", "switch", "https://none.example", "--json"]);
  assert.equal(JSON.parse(unknown.stderr).code, "not_found");

  await run(["init", repo.path]);
  await Deno.writeTextFile(`${repo.path}/.svc.yaml`, `registry: ${b.url}\n`, { append: true });
  assert.equal(await whoami(repo.path), "bob");
  assert.equal(await whoami(), "ada");
  await Deno.writeTextFile(`${repo.path}/.svc.yaml`, "registry: 7\n");
  assert.match((await run(["auth", "whoami"], repo.path)).stderr, /registry in \.svc\.yaml is not/);

  const out = JSON.parse((await run(["auth", "logout", "--server", b.url, "--json"])).stdout);
  assert.deepEqual([out.username, out.keyRevoked, out.now], [
    "bob",
    true,
    { serverUrl: a.url, username: "ada" },
  ]);
  assert.equal(await whoami(), "ada");
  const last = JSON.parse((await run(["auth", "logout", "--json"])).stdout);
  assert.deepEqual([last.username, last.now], ["ada", undefined]);
  assert.deepEqual(await list(), []);
  assert.equal((await run(["auth", "switch"])).exit, 1);
  for (const on of [a, b]) {
    const keys = await on.registry.services.db.selectFrom("apikey").selectAll().execute();
    assert.ok(keys.every(({ enabled }) => !enabled), "no key is left alive");
  }
});
