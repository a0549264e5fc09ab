import assert from "node:assert/strict";
import { svc, temporaryConfig, type TestHost } from "../../testing/host.ts";
import { type PollAnswer, PRINCIPAL, serveInstance } from "../../testing/serve_instance.ts";

const SECRET = "5".repeat(64);
const TOKEN = `ci.${SECRET}`;

/** A configuration folder and `server-login` in it. */
async function desk() {
  const config = await temporaryConfig();
  const file = `${config.path}/svc/servers.json`;
  return {
    file,
    stored: async () => JSON.parse(await Deno.readTextFile(file)),
    login: (argv: string[], { env, ...settings }: TestHost = {}) =>
      svc(["auth", "server-login", ...argv], {
        ...settings,
        env: { XDG_CONFIG_HOME: config.path, ...env },
      }),
    auth: (argv: string[]) => svc(["auth", ...argv], { env: { XDG_CONFIG_HOME: config.path } }),
    [Symbol.asyncDispose]: () => config[Symbol.asyncDispose](),
  };
}

const json = (status: number, body: unknown): PollAnswer => () => Response.json(body, { status });
const pending = json(202, { status: "pending" });
const admitted = json(200, { token: `oauth-1a2b3c4d.${SECRET}`, principal: PRINCIPAL });

Deno.test("a token from stdin is stored for its server, 0600, and printed nowhere (spec 4.5)", async () => {
  await using at = await desk();
  await using server = serveInstance();
  const done = await at.login(
    ["--server", `${server.url}/`, "--token", "-", "--json"],
    { stdin: `${TOKEN}\n` },
  );
  assert.equal(done.exit, 0, done.stderr);
  assert.deepEqual(JSON.parse(done.stdout), {
    serverUrl: server.url,
    tokenName: "ci",
    stored: true,
  });
  assert.equal(done.stderr, "");
  assert.deepEqual(server.authorizations, [`Bearer ${TOKEN}`], "the server was asked about it");
  const { obtainedAt, ...entry } = (await at.stored())[server.url];
  assert.deepEqual(entry, {
    serverUrl: server.url,
    tokenName: "ci",
    token: TOKEN,
    principalId: null,
  });
  assert.ok(Math.abs(Date.parse(obtainedAt) - Date.now()) < 60_000);
  assert.equal((await Deno.stat(at.file)).mode! & 0o777, 0o600);
});

Deno.test("a token that the server does not accept is not stored", async () => {
  await using at = await desk();
  for (const code of ["not_authenticated", "token_expired"]) {
    await using server = serveInstance({
      whoami: () => Response.json({ error: `Not ${TOKEN}`, code }, { status: 401 }),
    });
    const refused = await at.login(["--server", server.url, "--token", "-", "--json"], {
      stdin: TOKEN,
    });
    assert.equal(refused.exit, 4);
    const said = JSON.parse(refused.stderr);
    assert.equal(said.code, code);
    assert.equal(said.error, `${server.url} does not accept the token: Not ***`);
    assert.match(said.hint, /^Nothing was stored\./);
  }
  await assert.rejects(Deno.stat(at.file), Deno.errors.NotFound);
});

Deno.test("a token for what is not a svc serve is not stored", async () => {
  await using at = await desk();
  for (
    const whoami of [
      () => new Response("<html>A page</html>", { headers: { "content-type": "text/html" } }),
      () => new Response("Not found", { status: 404 }),
      () => new Response(null, { status: 302, headers: { location: "https://b.example/" } }),
      () => Response.json({ error: "Too many", code: "rate_limited" }, { status: 429 }),
    ]
  ) {
    await using server = serveInstance({ whoami });
    const refused = await at.login(["--server", server.url, "--token", "-"], { stdin: TOKEN });
    assert.equal(refused.exit, 1);
  }
  await assert.rejects(Deno.stat(at.file), Deno.errors.NotFound);
});

Deno.test("a token is stored with a warning where the server cannot be asked now", async () => {
  await using at = await desk();
  await using server = serveInstance({ whoami: () => new Response("", { status: 503 }) });
  const done = await at.login(["--server", server.url, "--token", "-"], { stdin: TOKEN });
  assert.equal(done.exit, 0);
  assert.match(done.stderr, /^warning: The token could not be checked: /);
  assert.equal((await at.stored())[server.url].token, TOKEN);
});

Deno.test("servers are listed without their tokens, and forgotten one by one", async () => {
  await using at = await desk();
  await using a = serveInstance();
  await using b = serveInstance();
  for (const { url } of [a, b]) await at.login(["--server", url, "--token", "-"], { stdin: TOKEN });
  const listed = await at.auth(["server-list"]);
  assert.ok(listed.stdout.includes(a.url) && listed.stdout.includes(b.url));
  const json = await at.auth(["server-list", "--json"]);
  assert.ok(!`${listed.stdout}${json.stdout}`.includes(SECRET));
  assert.equal(JSON.parse(json.stdout).servers.length, 2);

  const out = await at.auth(["server-logout", "--server", `${a.url}/`]);
  assert.equal(out.stdout, `Forgot the token 'ci' for ${a.url}.\n`);
  assert.deepEqual(Object.keys(await at.stored()), [b.url]);
  const again = await at.auth(["server-logout", "--server", a.url, "--json"]);
  assert.deepEqual(JSON.parse(again.stdout), { serverUrl: a.url, loggedOut: false });
  assert.equal(again.exit, 0);
});

Deno.test("a server tells whom it takes one for, and what that may do", async () => {
  await using at = await desk();
  const rights = { run: ["deploy:plan"], read: [] };
  await using server = serveInstance({
    whoami: () => Response.json({ kind: "token", name: "ci", expiresAt: null, rights }),
  });
  await at.login(["--server", server.url, "--token", "-"], { stdin: TOKEN });
  const told = await at.auth(["server-whoami", "--server", server.url]);
  assert.equal(
    told.stdout,
    `Token ci on ${server.url}\nExpires: never\nMay run: deploy:plan\nMay also see: nothing else\n`,
  );
});

Deno.test("a token on the command line is taken with a warning that does not repeat it", async () => {
  await using at = await desk();
  const done = await at.login(["--token", TOKEN], {
    env: { SVC_SERVE_URL: "http://127.0.0.1:8080" },
  });
  assert.equal(done.stdout, "Stored the token 'ci' for http://127.0.0.1:8080.\n");
  assert.match(done.stderr, /^warning: --token on the command line can be seen/);
  assert.ok(!done.stderr.includes(SECRET));
});

Deno.test("a secret may hold dots, a name may not: the first dot divides them", async () => {
  await using at = await desk();
  const done = await at.login(["--server", "https://a.example", "--token", "-", "--json"], {
    stdin: "ci.a.b",
  });
  assert.equal(JSON.parse(done.stdout).tokenName, "ci");
});

Deno.test("what is no <name>.<secret> is refused without being repeated, and nothing is stored", async () => {
  await using at = await desk();
  const bad = [
    "hunter2hunter2",
    ".hunter2hunter2",
    "hunter2hunter2.",
    "",
    "ci.hunter2\r\nx-evil: 1",
    "cï.hunter2hunter2",
    `ci.${"h".repeat(510)}`,
  ];
  for (const stdin of bad) {
    const refused = await at.login(["--server", "https://a.example", "--token", "-", "--json"], {
      stdin,
    });
    assert.equal(refused.exit, 2, JSON.stringify(stdin));
    assert.equal(JSON.parse(refused.stderr).error, "The token is not of the form <name>.<secret>");
    assert.doesNotMatch(refused.stderr, /hunter2|hhhh/);
  }
  await assert.rejects(Deno.stat(at.file), Deno.errors.NotFound);
});

Deno.test("no server, a server that is not an address, and one in the clear are each told", async () => {
  await using at = await desk();
  const none = await at.login(["--token", "-"], { stdin: TOKEN });
  assert.equal(none.exit, 2);
  assert.match(none.stderr, /--server <url> or SVC_SERVE_URL is required/);
  const bad = await at.login(["--server", "serve", "--token", "-"], { stdin: TOKEN });
  assert.equal(bad.exit, 2);
  const clear = await at.login(["--server", "http://a.example", "--token", "-"], { stdin: TOKEN });
  assert.match(clear.stderr, /warning: http:\/\/a\.example is not encrypted/);
});

Deno.test("logins to other servers are kept, also when many are made at once", async () => {
  await using at = await desk();
  const servers = Array.from({ length: 12 }, (_, index) => `https://s${index}.example`);
  await Promise.all(
    servers.map((server) => at.login(["--server", server, "--token", "-"], { stdin: TOKEN })),
  );
  assert.deepEqual(Object.keys(await at.stored()).toSorted(), servers.toSorted());
});

Deno.test("a servers.json that is broken is told, never overwritten", async () => {
  await using at = await desk();
  await at.login(["--server", "https://a.example", "--token", "-"], { stdin: TOKEN });
  for (const text of ["{", "[]", '{"https://b.example":{}}']) {
    await Deno.writeTextFile(at.file, text);
    const refused = await at.login(["--server", "https://a.example", "--token", "-", "--json"], {
      stdin: TOKEN,
    });
    assert.equal(JSON.parse(refused.stderr).code, "validation_failed");
    assert.equal(await Deno.readTextFile(at.file), text);
  }
});

Deno.test("without --token: the code is shown, polled, and the token stored for the principal", async () => {
  await using at = await desk();
  await using instance = serveInstance({ polls: [pending, pending, admitted] });
  const done = await at.login(["--server", instance.url, "--json"]);
  assert.equal(done.exit, 0, done.stderr);
  assert.equal(JSON.parse(done.stdout).tokenName, "oauth-1a2b3c4d");
  assert.equal(
    done.stderr,
    "Open https://registry.example.org/device?user_code=ABCD-EFGH\n" +
      "and check that it shows this code: ABCD-EFGH\n",
  );
  const entry = (await at.stored())[instance.url];
  assert.deepEqual([entry.principalId, entry.displayName], ["user-1", "Ada"]);
  assert.deepEqual(instance.requests.map(({ line }) => line), [
    "GET /auth/info",
    "POST /auth/device",
    ...Array(3).fill("POST /auth/device/token"),
    "GET /api/v1/whoami",
  ]);
  assert.deepEqual(instance.requests.at(-2)!.body, { deviceCode: "device-code" });
});

Deno.test("each way a grant can end has its own words and code", async () => {
  const cases: [PollAnswer, string, RegExp][] = [
    [json(400, { error: "unknown" }), "not_authenticated", /no longer knows the code/],
    [json(403, { error: "access_denied" }), "cancelled", /denied in the browser/],
    [
      json(403, { error: "Not admitted", reason: "no collective of yours is allowed" }),
      "forbidden",
      /does not let you sign in: no collective of yours is allowed/,
    ],
    [json(410, {}), "timeout", /expired before it was approved/],
    [json(200, {}), "unavailable", /without sending a token/],
    [json(200, { token: "nodot" }), "usage", /form <name>\.<secret>/],
  ];
  for (const [answer, code, message] of cases) {
    await using at = await desk();
    await using instance = serveInstance({ polls: [pending, answer] });
    const refused = await at.login(["--server", instance.url, "--json"]);
    assert.notEqual(refused.exit, 0);
    const body = JSON.parse(refused.stderr.slice(refused.stderr.indexOf("{")));
    assert.equal(body.code, code);
    assert.match(body.error, message);
    await assert.rejects(Deno.stat(at.file), Deno.errors.NotFound);
  }
});

Deno.test("an instance without OAuth, and what is not an instance, say what to do instead", async () => {
  const cases: [() => Response, RegExp][] = [
    [() => Response.json({ mode: "token" }), /--token -/],
    [() => Response.json({ mode: "none" }), /--auth-mode none/],
    [() => new Response("<!doctype html>", { headers: { "content-type": "text/html" } }), /svc s/],
    [() => new Response("Not found", { status: 404 }), /svc auth login --server/],
  ];
  for (const [info, hint] of cases) {
    await using at = await desk();
    await using instance = serveInstance({ info });
    const refused = await at.login(["--server", instance.url, "--json"]);
    assert.equal(refused.exit, 1);
    assert.match(JSON.parse(refused.stderr).hint, hint);
    assert.equal(instance.requests.length, 1, "no grant is begun");
  }
});

Deno.test("an address that is not a web page is neither shown nor opened", async () => {
  await using at = await desk();
  await using instance = serveInstance({
    grant: () =>
      Response.json({ deviceCode: "d", userCode: "u", verificationUri: "file:///etc/passwd" }),
  });
  const refused = await at.login(["--server", instance.url]);
  assert.equal(refused.exit, 1);
  assert.doesNotMatch(refused.stderr, /passwd/);
});

Deno.test("a code that holds escape sequences cannot rewrite the screen", async () => {
  await using at = await desk();
  await using instance = serveInstance({
    grant: () =>
      Response.json({
        deviceCode: "d",
        userCode: "AB\u001b[2J\u001b]0;owned\u0007CD",
        verificationUri: "https://a.example/",
        interval: 0.001,
      }),
    polls: [admitted],
  });
  const done = await at.login(["--server", instance.url]);
  assert.match(done.stderr, /this code: AB\\x1b\[2J\\x1b\]0;owned\\x07CD\n$/);
});
