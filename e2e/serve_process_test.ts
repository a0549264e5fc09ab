import assert from "node:assert/strict";
import { canMakeCertificates, makeCertificate } from "../packages/serve/testing/certificate.ts";
import { KEY, knowingRegistry, operator, type Serving, serving } from "./process/serve_process.ts";
import type { Person } from "./process/svc.ts";

/** A token with which `deploy` may be run. */
async function tokenOf(person: Person, name = "ci"): Promise<string> {
  return (await person.ok(["serve", "token", "create", name, "--allow", "deploy", "-q"])).trim();
}

/** Asks a server as the bearer of a token. */
async function ask({ url }: Pick<Serving, "url">, line: string, token?: string, body?: unknown) {
  const [method, path] = line.split(" ") as [string, string];
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const RUN = "POST /api/v1/behaviors/deploy/methods/execute/runs";

/** Starts a run that takes as long as it is let, and waits until it is in progress. */
async function endless(server: Serving, token: string): Promise<string> {
  const started = await ask(server, RUN, token, { inputs: { run: "echo begun; sleep 3600" } });
  assert.equal(started.status, 202, JSON.stringify(started.body));
  const headers = { authorization: `Bearer ${token}` };
  const events = await fetch(`${server.url}/api/v1/runs/${started.body.id}/events`, { headers });
  let said = "";
  for await (const text of events.body!.pipeThrough(new TextDecoderStream())) {
    said += text;
    if (said.includes("begun")) break;
  }
  return started.body.id;
}

Deno.test("svc serve listens, answers and stops on SIGTERM; stdout is its life as JSON and nothing else", async () => {
  await using registry = knowingRegistry();
  await using ada = await operator(registry);
  const token = await tokenOf(ada);
  const server = await serving(ada);
  assert.deepEqual((await ask(server, "GET /ready")).body, { status: "ready" });
  const whoami = await ask(server, "GET /api/v1/whoami", token);
  assert.deepEqual([whoami.status, whoami.body.name], [200, "ci"]);
  assert.equal((await ask(server, "GET /api/v1/whoami", `${token}0`)).status, 401);
  const run = await ask(server, `${RUN}?wait=60`, token, { inputs: { run: "echo hello" } });
  assert.equal(run.body.status, "succeeded", JSON.stringify(run.body));
  server.kill("SIGTERM");
  const { code, stdout, stderr } = await server.ended();
  assert.equal(code, 0, stderr);
  const said = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(said, [
    {
      status: "listening",
      url: server.url,
      publicUrl: server.url,
      port: Number(new URL(server.url).port),
      authMode: "token",
      mode: "local",
    },
    { status: "stopping" },
    { status: "stopped" },
  ]);
  for (const secret of [KEY, token.split(".")[1]!]) assert.ok(!(stdout + stderr).includes(secret));
});

Deno.test("a second server is refused with where the first one is; after a kill -9 the next one starts", async () => {
  await using registry = knowingRegistry();
  await using ada = await operator(registry);
  const first = await serving(ada);
  const second = await ada.svc(["serve", "--port", "0"]);
  assert.deepEqual([second.code, second.stdout], [1, ""]);
  assert.match(second.stderr, new RegExp(`process ${first.pid} .*, at ${first.url}\\n`));
  const { port } = new URL(first.url);
  await using other = await operator(registry);
  const third = await other.svc(["serve", "--port", port]);
  assert.equal(third.code, 1);
  assert.match(third.stderr, /Cannot listen on 127\.0\.0\.1:\d+\n.*--port/);
  first.kill("SIGKILL");
  await first.ended();
  const next = await serving(ada);
  next.kill("SIGINT");
  assert.equal((await next.ended()).code, 0);
});

Deno.test("while it stops, a server takes no work and lets what is in progress go on; a second signal ends it at once", async () => {
  await using registry = knowingRegistry();
  await using ada = await operator(registry);
  const token = await tokenOf(ada);
  const server = await serving(ada, ["--drain", "1h"]);
  const run = await endless(server, token);
  server.kill("SIGTERM");
  await server.says("stopping");
  const ready = await ask(server, "GET /ready");
  assert.deepEqual([ready.status, ready.body.code], [503, "unavailable"]);
  assert.equal(ready.headers.get("retry-after"), "5");
  const refused = await ask(server, RUN, token, { inputs: { run: "true" } });
  assert.deepEqual([refused.status, refused.body.code], [503, "unavailable"]);
  assert.equal((await ask(server, `GET /api/v1/runs/${run}`, token)).body.status, "running");
  assert.equal((await ask(server, "GET /health")).status, 200);
  server.kill("SIGTERM");
  assert.equal((await server.ended()).code, 130);
  const next = await serving(ada);
  const after = await ask(next, `GET /api/v1/runs/${run}`, token);
  assert.equal(after.body.status, "interrupted");
  next.kill("SIGTERM");
  await next.ended();
});

Deno.test("what is in progress when the grace is over is stopped, its followers are told, and the exit is 0", async () => {
  await using registry = knowingRegistry();
  await using ada = await operator(registry);
  const token = await tokenOf(ada);
  const server = await serving(ada, ["--drain", "1"]);
  const run = await endless(server, token);
  const headers = { authorization: `Bearer ${token}` };
  const following = await fetch(`${server.url}/api/v1/runs/${run}/events`, { headers });
  server.kill("SIGTERM");
  assert.match(await following.text(), /event: ended\ndata: .*"status":"interrupted"/);
  assert.equal((await server.ended()).code, 0);
});

for (
  const [what, env, told, code] of [
    [
      "without a login",
      { SVC_API_KEY: "" },
      /needs a login: Not authenticated: You are not logged in/,
      4,
    ],
    ["with a key that is none", { SVC_API_KEY: KEY.replace("0", "1") }, /needs a login/, 4],
    [
      "when the registry cannot be asked",
      { SVC_CLUB_URL: "http://127.0.0.1:1" },
      /could not be checked/,
      1,
    ],
  ] as const
) {
  Deno.test(`${what} nothing is served`, async () => {
    await using registry = knowingRegistry();
    await using ada = await operator(registry);
    const done = await ada.svc(["serve", "--port", "0"], { env });
    assert.deepEqual([done.code, done.stdout], [code, ""]);
    assert.match(done.stderr, told);
  });
}

Deno.test("a collective token needs the scope serve:*", async () => {
  for (const [scopes, code] of [[["serve:*"], 0], [["extensions:*", "oauth:manage"], 1]] as const) {
    await using registry = tokenRegistry(scopes);
    await using ada = await operator(registry);
    const env = { SVC_API_KEY: `svc_org_${"0".repeat(32)}` };
    if (code === 0) {
      const server = await serving(ada, [], env);
      server.kill("SIGTERM");
      assert.equal((await server.ended()).code, 0);
    } else {
      const done = await ada.svc(["serve", "--port", "0"], { env });
      assert.equal(done.code, code);
      assert.match(done.stderr, /needs a token with the serve:\* scope/);
    }
  }
});

function tokenRegistry(scopes: readonly string[]) {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () =>
      Response.json({ authenticated: true, collectiveToken: true, collectiveSlug: "a", scopes }),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

Deno.test("what is in the repository decides nothing; the operator's own file and --config do", async () => {
  await using registry = knowingRegistry();
  await using ada = await operator(registry);
  await ada.ok(["serve", "token", "list"]);
  const hostile =
    "host: 0.0.0.0\nauth-mode: none\nbehind-proxy: 0.0.0.0\npublic-url: https://evil\n";
  for (const path of [".svc/serve.yaml", "serve.yaml", ".svc.serve.yaml"]) {
    await Deno.writeTextFile(`${ada.work}/${path}`, hostile);
  }
  const plain = await serving(ada);
  assert.match(plain.url, /^http:\/\/127\.0\.0\.1:/);
  plain.kill("SIGTERM");
  await plain.ended();

  const [copy] = await Array.fromAsync(Deno.readDir(`${ada.home}/.config/svc/repositories`));
  const own = `${ada.home}/.config/svc/repositories/${copy!.name}/serve/serve.yaml`;
  await Deno.writeTextFile(own, "public-url: https://serve.example.org\nhost: '::1'\n");
  const configured = await serving(ada, ["--host", "127.0.0.1"]);
  assert.match(configured.url, /^http:\/\/127\.0\.0\.1:/);
  configured.kill("SIGTERM");
  assert.match((await configured.ended()).stdout, /"publicUrl":"https:\/\/serve\.example\.org"/);

  await Deno.writeTextFile(`${ada.work}/mine.yaml`, "max-run: 1\n");
  const wrong = await ada.svc(["serve", "--config", "mine.yaml"]);
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /no setting 'max-run'\n.*max-runs/);
});

Deno.test("nothing is served beyond this machine in the clear, nor with half a pair for TLS", async () => {
  await using registry = knowingRegistry();
  await using ada = await operator(registry);
  for (
    const [args, told] of [
      [["--host", "0.0.0.0"], /sent unencrypted/],
      [["--cert-file", "c.pem"], /--cert-file also needs --key-file/],
      [["--cert-file", "c.pem", "--key-file", "k.pem"], /c\.pem cannot be read/],
      [["--behind-proxy", "10.0.0.1"], /needs --public-url/],
    ] as const
  ) {
    const done = await ada.svc(["serve", "--port", "0", ...args]);
    assert.notEqual(done.code, 0);
    assert.equal(done.stdout, "");
    assert.match(done.stderr, told);
  }
});

const missing = !canMakeCertificates();

Deno.test({
  name: `with a certificate svc serve speaks TLS${
    missing ? " (skipped: openssl is not installed)" : ""
  }`,
  ignore: missing,
  async fn() {
    await using registry = knowingRegistry();
    await using ada = await operator(registry);
    await using made = await makeCertificate();
    const args = ["--cert-file", made.certFile, "--key-file", made.keyFile];
    const server = await serving(ada, args);
    using client = Deno.createHttpClient({ caCerts: [made.cert] });
    assert.match(server.url, /^https:/);
    const response = await fetch(`${server.url}/health`, { client });
    assert.equal((await response.json()).status, "ok");
    server.kill("SIGTERM");
    assert.equal((await server.ended()).code, 0);
  },
});
