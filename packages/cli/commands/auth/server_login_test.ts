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
    [Symbol.asyncDispose]: () => config[Symbol.asyncDispose](),
  };
}

const json = (status: number, body: unknown): PollAnswer => () => Response.json(body, { status });
const pending = json(202, { status: "pending" });
const admitted = json(200, { token: `oauth-1a2b3c4d.${SECRET}`, principal: PRINCIPAL });

Deno.test("a token from stdin is stored for its server, 0600, and printed nowhere (spec 4.5)", async () => {
  await using at = await desk();
  const done = await at.login(
    ["--server", "https://serve.example.org/", "--token", "-", "--json"],
    { stdin: `${TOKEN}\n` },
  );
  assert.equal(done.exit, 0, done.stderr);
  assert.deepEqual(JSON.parse(done.stdout), {
    serverUrl: "https://serve.example.org",
    tokenName: "ci",
    stored: true,
  });
  assert.equal(done.stderr, "");
  const { obtainedAt, ...entry } = (await at.stored())["https://serve.example.org"];
  assert.deepEqual(entry, {
    serverUrl: "https://serve.example.org",
    tokenName: "ci",
    token: TOKEN,
    principalId: null,
  });
  assert.ok(Math.abs(Date.parse(obtainedAt) - Date.now()) < 60_000);
  assert.equal((await Deno.stat(at.file)).mode! & 0o777, 0o600);
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

Deno.test("no server, a server that is no address, and one in the clear are each told", async () => {
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
  ]);
  assert.deepEqual(instance.requests.at(-1)!.body, { deviceCode: "device-code" });
});

Deno.test("each way a grant can end has its own words and code", async () => {
  const cases: [PollAnswer, string, RegExp][] = [
    [json(400, { error: "unknown" }), "not_authenticated", /no longer knows the code/],
    [json(403, { error: "access_denied" }), "cancelled", /denied in the browser/],
    [
      json(403, { error: "Not admitted", reason: "no collective of yours is allowed" }),
      "forbidden",
      /does not admit you: no collective of yours is allowed/,
    ],
    [json(410, {}), "timeout", /expired before it was approved/],
    [json(502, { error: "club is down" }), "unavailable", /identity provider .*: club is down/],
    [json(200, {}), "unavailable", /without giving a token/],
    [json(200, { token: "nodot" }), "usage", /form <name>\.<secret>/],
    [json(500, { error: "boom" }), "unavailable", /boom/],
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

Deno.test("an instance without OAuth, and what is no instance, say what to do instead", async () => {
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

Deno.test("an address that is no web page is neither shown nor opened", async () => {
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
