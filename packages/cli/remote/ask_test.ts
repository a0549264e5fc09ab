import assert from "node:assert/strict";
import { freePort } from "@svc/fakes/port";
import { svc, temporaryConfig } from "../testing/host.ts";
import { strangeServer } from "../testing/strange_server.ts";
import { callServer } from "./call.ts";

const SECRET = "5".repeat(64);
const TOKEN = `ci.${SECRET}`;

/** `svc behavior get hello --json` against a server that answers so. */
async function asked(
  answer: (request: Request) => Response | Promise<Response>,
  argv = ["behavior", "get", "hello"],
) {
  await using server = strangeServer(answer);
  const env = { SVC_SERVE_URL: server.url, SVC_SERVER_TOKEN: TOKEN };
  const done = await svc([...argv, "--json"], { env });
  assert.ok(!`${done.stdout}${done.stderr}`.includes(SECRET), "the token is never shown");
  const refused = done.exit === 0 ? undefined : JSON.parse(done.stderr);
  return { ...done, refused, lines: server.lines, requests: server.requests };
}

Deno.test("a request carries the token in its header, and names whole in its path", async () => {
  const { exit, lines, requests } = await asked(
    () => Response.json({ name: "x" }),
    ["data", "get", "a/../b?c#d%", "é 1", "--version", "2"],
  );
  assert.equal(exit, 0);
  assert.deepEqual(lines, [
    "GET /api/v1/behaviors/a%2F..%2Fb%3Fc%23d%25/data/%C3%A9%201?version=2",
  ]);
  assert.equal(requests[0]!.headers.get("authorization"), `Bearer ${TOKEN}`);
  assert.match(requests[0]!.headers.get("user-agent")!, /^svc-cli\//);
});

Deno.test("a name that would be a step of the path is refused before anything is sent", async () => {
  for (const name of ["..", ".", "", "\ud800"]) {
    const { refused, lines } = await asked(() => Response.json({}), ["behavior", "get", name]);
    assert.equal(refused.code, "invalid_argument");
    assert.deepEqual(lines, []);
  }
});

Deno.test("a refusal keeps code, message, hint, details and grants, and so the exit code", async () => {
  const body = {
    error: "No",
    hint: "Do this",
    details: [{ path: "inputs.name", message: "is required" }],
    grants: ["net:api.example.com"],
  };
  const cases = [
    [404, "definition_not_found", 1],
    [409, "lock_timeout", 75],
    [401, "token_expired", 4],
    [400, "usage", 2],
    [403, "forbidden", 1],
    [503, "unavailable", 1],
  ] as const;
  for (const [status, code, exit] of cases) {
    const done = await asked(() => Response.json({ ...body, code }, { status }));
    assert.equal(done.exit, exit, code);
    assert.equal(done.refused.code, code);
    if (status === 401) continue;
    assert.deepEqual(done.refused, { ...body, code });
  }
});

Deno.test("a refusal without a code has that of its status, and a hint", async () => {
  const cases = [
    [401, "not_authenticated", /SVC_SERVER_TOKEN/],
    [403, "forbidden", /./],
    [404, "not_found", /Check the address/],
    [409, "conflict", /./],
    [429, "rate_limited", /Try again in 7 s/],
    [500, "unavailable", /Try again/],
    [502, "unavailable", /Try again/],
    [503, "unavailable", /Try again/],
  ] as const;
  const headers = { "retry-after": "7" };
  for (const [status, code, hint] of cases) {
    for (const body of ["", "plain words", "<html><body>Gateway</body></html>", "{", "[]", "1"]) {
      const { refused } = await asked(() => new Response(body, { status, headers }));
      assert.equal(refused.code, code, `${status} ${body}`);
      const page = body.startsWith("<") && status < 429;
      assert.match(refused.hint, page ? /Check the address.*let svc pass/ : hint);
      assert.ok(!refused.error.includes("<"), "a web page is not repeated");
    }
  }
});

Deno.test("a code that svc does not know counts as none", async () => {
  for (const code of ["toString", "__proto__", 7, null, "no_such"]) {
    const { refused } = await asked(() => Response.json({ error: "x", code }, { status: 409 }));
    assert.equal(refused.code, "conflict");
  }
});

Deno.test("a server that repeats the token has it hidden, in each part of its refusal", async () => {
  const said = `bad: ${TOKEN} ${SECRET}`;
  const { refused } = await asked(() =>
    Response.json({
      error: said,
      code: "forbidden",
      hint: said,
      details: [{ path: said, message: said }],
      grants: [said],
    }, { status: 403 })
  );
  assert.equal(refused.error, "bad: *** ***");
});

Deno.test("a redirect is told and not followed, so the token goes nowhere else", async () => {
  await using other = strangeServer(() => Response.json({ name: "stolen" }));
  for (const status of [301, 302, 303, 307, 308]) {
    const { refused } = await asked(() =>
      new Response(null, { status, headers: { location: `${other.url}/x?y` } })
    );
    assert.equal(refused.code, "unavailable");
    assert.equal(
      refused.error.endsWith(`redirects to ${other.url}; the token was not sent there`),
      true,
    );
  }
  assert.deepEqual(other.lines, []);
});

Deno.test("an answer that is not a JSON document is told, whatever it is", async () => {
  const answers = [
    () =>
      new Response("<html>Sign in to the hotel's network</html>", {
        headers: { "content-type": "text/html" },
      }),
    () => new Response("{}", { headers: { "content-type": "text/plain" } }),
    () => new Response(null, { status: 204 }),
    () => new Response("{", { headers: { "content-type": "application/json" } }),
    () => new Response("7", { headers: { "content-type": "application/json" } }),
    () => new Response("null", { headers: { "content-type": "application/json" } }),
  ];
  for (const answer of answers) {
    const { refused } = await asked(answer);
    assert.equal(refused.code, "unavailable");
    assert.match(refused.error, /^http:\/\/127\.0\.0\.1:\d+ sent /);
  }
});

Deno.test("an endless answer is left after 64 MB", async () => {
  const piece = new Uint8Array(1024 * 1024).fill(32);
  let sent = 0;
  const { refused } = await asked(() =>
    new Response(
      new ReadableStream({
        pull: (controller) => {
          sent += 1;
          controller.enqueue(piece);
        },
      }),
      { headers: { "content-type": "application/json" } },
    )
  );
  assert.equal(refused.code, "unavailable");
  assert.match(refused.error, /more than 67108864 bytes/);
  assert.ok(sent < 200);
});

Deno.test("a result of another shape is the server's fault, not a bug of svc", async () => {
  const commands = [
    ["behavior", "search"],
    ["behavior", "get", "x"],
    ["behavior", "history"],
    ["behavior", "logs", "x"],
    ["behavior", "output", "x"],
    ["data", "list"],
    ["data", "versions", "x", "y"],
    ["data", "query", "true"],
    ["data", "search"],
    ["report", "list"],
    ["report", "get", "x"],
    ["model", "type", "search"],
    ["model", "type", "describe", "x"],
  ];
  for (const shape of [{}, [], { results: 7 }, { results: [null], groups: [7], versions: {} }]) {
    await using server = strangeServer(() => Response.json(shape));
    const env = { SVC_SERVE_URL: server.url, SVC_SERVER_TOKEN: TOKEN };
    for (const argv of commands) {
      const { exit, stderr } = await svc(argv, { env });
      assert.doesNotMatch(stderr, /unexpected/, argv.join(" "));
      if (exit !== 0) {
        assert.match(stderr, /error: The server sent a result that svc cannot/);
      }
    }
  }
});

Deno.test("what a server says reaches the terminal without its escapes", async () => {
  const evil = "\x1b[2J\x1b]0;owned\x07 \u202e\nerror: all is lost\n";
  await using server = strangeServer(({ url }) =>
    url.endsWith("/behaviors/bad")
      ? Response.json({ error: evil, code: "not_found", hint: evil }, { status: 404 })
      : Response.json({ query: "", results: [{ name: evil, type: evil, id: evil }] })
  );
  const env = { SVC_SERVE_URL: server.url, SVC_SERVER_TOKEN: TOKEN };
  for (const argv of [["behavior", "search"], ["behavior", "get", "bad"]]) {
    const { stdout, stderr } = await svc(argv, { env, terminal: true });
    // deno-lint-ignore no-control-regex
    assert.doesNotMatch(stdout + stderr, /\x1b\[2J|\x1b\]|\x07|\u202e|^error: all/m);
  }
});

Deno.test("a server that answers too slowly, or begins and never ends, is left", async () => {
  const never = new ReadableStream({ start: (part) => part.enqueue(new Uint8Array([123])) });
  const answers = [
    () => new Promise<Response>(() => {}),
    () => new Response(never, { headers: { "content-type": "application/json" } }),
  ];
  for (const answer of answers) {
    await using server = strangeServer(answer);
    const address = { url: server.url, token: TOKEN, tokenFrom: "servers.json" } as const;
    await assert.rejects(callServer(address, "behaviors.search", { patienceMs: 50 }), {
      code: "timeout",
      message: `${server.url} did not answer within 0.05 s`,
    });
  }
});

Deno.test("a server that is not there is told with the variable that names it", async () => {
  const url = `http://127.0.0.1:${freePort()}`;
  const env = { SVC_SERVE_URL: url, SVC_SERVER_TOKEN: TOKEN };
  const { exit, stderr } = await svc(["behavior", "search", "--json"], { env });
  assert.equal(exit, 1);
  const { code, error, hint } = JSON.parse(stderr);
  assert.equal(code, "server_unreachable");
  assert.equal(error, `Could not connect: ${url} cannot be reached: nothing listens there`);
  assert.match(hint, /SVC_SERVE_URL/);
});

Deno.test("an address that is none is told with what named it, and written so that a shell takes it whole", async () => {
  const named = await svc(["behavior", "search"], { env: { SVC_SERVE_URL: "nowhere" } });
  assert.deepEqual([named.exit, named.stderr.split("\n")[0]], [
    2,
    'error: SVC_SERVE_URL is not the address of a server: "nowhere"',
  ]);
  const given = await svc(["behavior", "search", "--server", "ftp://a.example"]);
  assert.match(given.stderr, /^error: --server is not the address of a server/);
  await using config = await temporaryConfig();
  const odd = await svc(["behavior", "search", "--server", "https://a.example/$(id);'x'"], {
    env: { XDG_CONFIG_HOME: config.path },
  });
  assert.match(odd.stderr, /--server 'https:\/\/a\.example\/\$\(id\);/);
});

Deno.test("a command without --server says that it works only where the repository is", async () => {
  await using config = await temporaryConfig();
  const at = { cwd: "/", env: { XDG_CONFIG_HOME: config.path } };
  const env = { ...at.env, SVC_SERVE_URL: "http://127.0.0.1:1" };
  const hintOf = async (args: string[], given: typeof at) =>
    JSON.parse((await svc([...args, "--json"], given)).stderr).hint;
  assert.match(
    await hintOf(["webhook", "rm", "deploy"], { ...at, env }),
    /not the server of SVC_SERVE_URL/,
  );
  assert.match(await hintOf(["webhook", "list"], at), /svc init/);
  assert.match(await hintOf(["webhook", "list", "--repo-dir", "/"], { ...at, env }), /svc init/);
});

Deno.test("an address in the clear is warned about, one of this machine is not", async () => {
  await using config = await temporaryConfig();
  const env = { XDG_CONFIG_HOME: config.path, SVC_SERVER_TOKEN: TOKEN };
  const warned = await svc(["behavior", "search"], {
    env: { ...env, SVC_SERVE_URL: "http://serve.invalid" },
  });
  assert.match(warned.stderr, /^warning: http:\/\/serve\.invalid is not encrypted/);
  const quiet = await svc(["behavior", "search"], {
    env: { ...env, SVC_SERVE_URL: "http://127.0.0.1:1" },
  });
  assert.doesNotMatch(quiet.stderr, /warning/);
});
