import assert from "node:assert/strict";
import { freePort } from "@svc/fakes/port";
import { svc, type TestHost } from "../testing/host.ts";
import { EVENTS, ID, RESULT, runsServer, type Script, VIEW } from "../testing/runs_server.ts";
import { type StrangeServer, strangeServer } from "../testing/strange_server.ts";

const TOKEN = `ci.${"5".repeat(64)}`;
const RUN = ["behavior", "run", "hello", "greet"];
/** Runs a command line against a server. */
async function at(
  server: Pick<StrangeServer, "url">,
  argv: readonly string[],
  settings: TestHost = {},
) {
  const env = { SVC_SERVER_TOKEN: TOKEN, SVC_SERVER_URL: server.url, ...settings.env };
  return await svc([...argv, "--server", server.url], { ...settings, env });
}

Deno.test("a run is shown as one here: what happens on stderr, the result on stdout", async () => {
  await using server = runsServer();
  const done = await at(server, RUN);
  assert.deepEqual([done.exit, done.stdout], [
    0,
    "hello greet succeeded in 12 ms\n  wrote greeting\nSee it: svc data get hello greeting\n",
  ]);
  assert.equal(
    done.stderr,
    "Queued; 2 runs before it.\nWaiting: hello is in use by process 7\n" +
      "Running greet of hello (@acme/greeter)\n| Greeting\n| Ada\n",
  );
  const verbose = await at(server, [...RUN, "--verbose"]);
  assert.match(verbose.stderr, /\n\| a detail\n/);
  assert.equal((await at(server, [...RUN, "--quiet"])).stderr, "");
  const json = await at(server, [...RUN, "--json"]);
  assert.deepEqual([JSON.parse(json.stdout), json.stderr], [RESULT, ""]);
});

Deno.test("arguments are read here and sent with the settings and how long to wait", async () => {
  await using server = runsServer();
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, "from a file");
  await at(
    server,
    [
      ...[...RUN, "--input", "a.b=1", "--input", `text=@${file}`, "--timeout", "2m"],
      ...["--memory", "64", "--tag", "team=core", "--skip-check", "c", "--report", "r"],
    ],
    { env: { SVC_LOCK_TIMEOUT_MS: "1500" } },
  );
  await Deno.remove(file);
  const [{ body, headers }] = server.requests as [StrangeServer["requests"][0]];
  assert.deepEqual(JSON.parse(body), {
    settings: {
      timeoutMs: 120_000,
      memoryMb: 64,
      tags: { team: "core" },
      checks: { skip: ["c"], skipLabels: [], skipAll: false },
      reports: { skipAll: false, skip: [], skipLabels: [], only: ["r"], onlyLabels: [] },
    },
    waitMs: 1500,
    inputs: { a: { b: "1" }, text: "from a file" },
  });
  assert.match(headers.get("idempotency-key")!, /^[0-9a-f-]{36}$/);
  assert.equal(server.lines[0], "POST /api/v1/behaviors/hello/methods/greet/runs");
});

Deno.test("a list on stdin is one run each, each with a key of its own", async () => {
  await using server = runsServer();
  const done = await at(server, [...RUN, "--stdin", "--input", "b=2", "--json"], {
    stdin: '[{"a":1},{"a":2}]',
  });
  assert.equal(JSON.parse(done.stdout).length, 2);
  const starts = server.requests.filter((_, index) => server.lines[index]!.startsWith("POST"));
  assert.deepEqual(starts.map(({ body }) => JSON.parse(body).inputs), [
    { a: 1, b: "2" },
    { a: 2, b: "2" },
  ]);
  assert.equal(new Set(starts.map(({ headers }) => headers.get("idempotency-key"))).size, 2);
  assert.equal(JSON.parse(starts[0]!.body).waitMs, 60_000);
});

Deno.test("a start whose answer was lost is sent again under the same key", async () => {
  await using server = runsServer({
    start: (count) =>
      count === 1
        ? new Response("<html>Bad gateway</html>", { status: 502 })
        : Response.json({ ...VIEW, status: "queued" }),
  });
  const done = await at(server, RUN);
  assert.equal(done.exit, 0, done.stderr);
  assert.match(
    done.stderr,
    /^A proxy in front of \S+ answered 502: it got no answer from the server behind it; trying again\.\n/,
  );
  const keys = server.requests.slice(0, 2).map(({ headers }) => headers.get("idempotency-key"));
  assert.equal(keys[0], keys[1]);
});

Deno.test("with --json, stderr has nothing but a failure, also when something is tried again", async () => {
  await using server = runsServer({
    start: (count) =>
      count === 1
        ? new Response("", { status: 503 })
        : Response.json({ ...VIEW, status: "queued" }),
  });
  const done = await at(server, [...RUN, "--json"]);
  assert.deepEqual([done.exit, done.stderr], [0, ""]);
});

Deno.test("a server that is not there is told at once", async () => {
  const nobody = { url: `http://127.0.0.1:${freePort()}` };
  const done = await at(nobody, [...RUN, "--json"]);
  assert.equal(done.exit, 1);
  assert.equal(JSON.parse(done.stderr).code, "server_unreachable");
});

Deno.test("a refused start has the exit code of a run here", async () => {
  for (
    const [status, code, exit] of [
      [409, "lock_timeout", 75],
      [404, "definition_not_found", 1],
      [400, "invalid_argument", 1],
      [403, "consent_required", 1],
      [429, "rate_limited", 1],
      [401, "token_expired", 4],
    ] as const
  ) {
    await using server = runsServer({
      start: () => Response.json({ error: "No", code, hint: "Do" }, { status }),
    });
    const done = await at(server, [...RUN, "--json"]);
    assert.deepEqual([done.exit, JSON.parse(done.stderr).code], [exit, code]);
    assert.equal(server.lines.length, 1, "asked once");
  }
});

Deno.test("a run that fails has its own error, hint and details", async () => {
  const error = {
    error: "The method failed: no such host",
    code: "run_failed",
    hint: "See the log",
    details: [{ path: "x", message: "y" }],
  };
  const cases = [
    ["failed", error],
    ["cancelled", { error: "Cancelled", code: "cancelled" }],
    ["interrupted", { error: "The server ended", code: "interrupted" }],
  ] as const;
  for (const [status, error] of cases) {
    await using server = runsServer({ view: { ...VIEW, status, result: null, error } });
    const done = await at(server, [...RUN, "--json"]);
    assert.equal(done.exit, 1);
    const code = error.code === "interrupted" ? "run_failed" : error.code;
    assert.deepEqual(JSON.parse(done.stderr), { ...error, code });
  }
});

Deno.test("a lying server is told, and nothing it says reaches a command line or the terminal", async () => {
  const evil = "\x1b]0;x\x07\x1b[2J";
  const lies: Script[] = [
    { start: () => Response.json({ ...VIEW, id: "../../etc" }) },
    { start: () => Response.json({ ...VIEW, id: `${ID}; rm -rf ~` }) },
    { start: () => Response.json({}) },
    { start: () => Response.json([]) },
    { view: { ...VIEW, result: null } },
    { view: { ...VIEW, result: 7 } },
    { view: { ...VIEW, status: "failed", result: null, error: null } },
    { view: { ...VIEW, status: evil, result: null, error: { error: evil, code: evil } } },
    { view: { ...VIEW, result: {} } },
    { view: { ...VIEW, result: { ...RESULT, dataArtifacts: 7 } } },
    { view: { ...VIEW, result: { ...RESULT, modelName: evil }, resultNote: evil } },
    { events: [{ kind: "waiting", model: evil, holder: evil }, { kind: evil }, ...EVENTS] },
    { events: [{ kind: "queued", position: evil }, { kind: "started" }, ...EVENTS] },
  ];
  for (const lie of lies) {
    await using server = runsServer(lie);
    const { stdout, stderr } = await at(server, RUN, { terminal: true });
    // deno-lint-ignore no-control-regex
    assert.doesNotMatch(stdout + stderr, /\x1b\]|\x1b\[2J|\x07|rm -rf ~ --server|unexpected:/);
  }
});

Deno.test("what only the server's operator can say is refused, before anything is sent", async () => {
  await using server = runsServer();
  const cases: [string[], RegExp][] = [
    [["--allow", "net:x.example"], /--allow cannot be used with a server/],
    [["--allow-all-requested", "--yes", "--offline"], /--allow-all-requested, --yes, --offline/],
    [["quick"], /A server runs only behaviors, but 'hello' is a type/],
  ];
  for (const [more, message] of cases) {
    const done = await at(server, [...RUN, ...more]);
    assert.equal(done.exit, 2);
    assert.match(done.stderr, message);
    assert.match(done.stderr, /hint: .*--repo-dir/);
  }
  assert.deepEqual(server.lines, []);
});

Deno.test("where only SVC_SERVE_URL says so, the run tells where it is", async () => {
  await using server = runsServer();
  const env = { SVC_SERVER_TOKEN: TOKEN, SVC_SERVE_URL: server.url };
  const done = await svc(RUN, { env });
  assert.match(done.stderr, new RegExp(`^At ${server.url}, as SVC_SERVE_URL says\\.\n`));
});

Deno.test("a run that can be followed no longer is named, with how to follow it later", async () => {
  await using server = strangeServer(({ method, url }) =>
    method === "POST"
      ? Response.json({ ...VIEW, status: "queued" })
      : Response.json({ error: "Gone", code: url.endsWith("/events") ? "token_expired" : "x" }, {
        status: 401,
      })
  );
  const done = await at(server, RUN);
  assert.equal(done.exit, 4);
  assert.ok(done.stderr.includes(`The run goes on: svc run watch ${ID} --server ${server.url}`));
});

Deno.test("runs of a server are listed, shown, followed and cancelled", async () => {
  await using server = strangeServer(({ url }) =>
    new URL(url).pathname === "/api/v1/runs"
      ? Response.json({ runs: [VIEW], next: ID })
      : Response.json({ ...VIEW, status: "running", endedAt: null })
  );
  const listed = await at(server, ["run", "list", "--behavior", "hello", "--limit", "1"]);
  assert.match(
    listed.stdout,
    /^RUN .*\n01890a5d-\S+ +hello +greet +succeeded +2026-11-22 10:00:00 +token:ci\n\nThere are more; use --before 01890a5d/,
  );
  assert.equal(server.lines[0], "GET /api/v1/runs?behavior=hello&limit=1");
  const viewed = await at(server, ["run", "view", ID]);
  assert.match(
    viewed.stdout,
    /^Run: 01890a5d.*\nBehavior: hello\nMethod: greet\nStatus: running\n/,
  );
  const cancelled = await at(server, ["run", "cancel", ID]);
  assert.equal(cancelled.stdout, `Cancelled the run ${ID}.\n`);
  assert.equal(server.lines.at(-1), `POST /api/v1/runs/${ID}/cancel`);
  await using runs = runsServer();
  const [watched, ran] = [await at(runs, ["run", "watch", ID]), await at(runs, RUN)];
  assert.deepEqual([watched.stdout, watched.stderr], [ran.stdout, ran.stderr]);
});

Deno.test("commands about a server's runs need one", async () => {
  for (const argv of [["list"], ["view", ID], ["watch", ID], ["cancel", ID]]) {
    const done = await svc(["run", ...argv]);
    assert.equal(done.exit, 2);
    assert.match(done.stderr, /--server <url> or SVC_SERVE_URL is required/);
  }
});
