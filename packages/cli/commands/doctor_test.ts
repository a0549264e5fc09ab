import assert from "node:assert/strict";
import { svc, temporaryConfig } from "../testing/host.ts";
import { listeningRegistry, loggedIn } from "../testing/registry.ts";

interface Check {
  check: string;
  state: string;
  found: string;
  fix?: string;
}

async function checks(
  run: (argv: string[]) => Promise<{ exit: number; stdout: string; stderr: string }>,
) {
  const { exit, stdout, stderr } = await run(["doctor", "--json"]);
  assert.equal(stderr, "");
  const { healthy, checks } = JSON.parse(stdout) as { healthy: boolean; checks: Check[] };
  assert.equal(exit, healthy ? 0 : 1);
  return { healthy, of: (name: string) => checks.filter(({ check }) => check === name) };
}

Deno.test("a healthy login has every check good", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  const { healthy, of } = await checks(ada.svc);
  assert.ok(healthy);
  for (const name of ["configuration", "files", "server", "clock", "credential", "scopes"]) {
    assert.ok(of(name).length > 0, name);
    for (const check of of(name)) assert.equal(check.state, "good", JSON.stringify(check));
  }
  const text = (await ada.svc(["doctor"])).stdout;
  assert.match(text, /✓ credential +personal key from auth\.json acts as ada/);
  assert.match(text, /Nothing is broken\.\n$/);
});

Deno.test("a file others can read is broken, with the command that mends it", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  await Deno.chmod(`${ada.config}/svc/auth.json`, 0o644);
  const { healthy, of } = await checks(ada.svc);
  assert.ok(!healthy);
  const bad = of("files").find(({ state }) => state === "broken");
  assert.equal(bad?.fix, `chmod 600 ${ada.config}/svc/auth.json`);
});

Deno.test("a dead server is broken, and the key is then not called good", async () => {
  await using config = await temporaryConfig();
  const listener = Deno.listen({ port: 0 });
  const { port } = listener.addr;
  listener.close();
  const { healthy, of } = await checks((argv) =>
    svc(argv, {
      env: {
        XDG_CONFIG_HOME: config.path,
        SVC_CLUB_URL: `http://127.0.0.1:${port}`,
        SVC_API_KEY: `svc_${"0".repeat(32)}`,
      },
    })
  );
  assert.ok(!healthy);
  assert.equal(of("server")[0]!.state, "broken");
  assert.equal(of("credential")[0]!.state, "wary");
});

Deno.test("a clock that is off, a key that is none and a key unknown are each told", async () => {
  await using config = await temporaryConfig();
  const late = Deno.serve(
    { port: 0, onListen: () => {} },
    (request) =>
      new URL(request.url).pathname === "/healthz"
        ? new Response("{}", { headers: { date: new Date(Date.now() - 600_000).toUTCString() } })
        : new Response("{}", { status: 401 }),
  );
  const at = (key: string) =>
    checks((argv) =>
      svc(argv, {
        env: {
          XDG_CONFIG_HOME: config.path,
          SVC_CLUB_URL: `http://127.0.0.1:${late.addr.port}`,
          SVC_API_KEY: key,
        },
      })
    );
  const unknown = await at(`svc_${"0".repeat(32)}`);
  const none = await at("hunter2");
  await late.shutdown();
  assert.match(unknown.of("clock")[0]!.found, /^is (599|60\d) s ahead of the server's$/);
  assert.equal(unknown.of("credential")[0]!.state, "broken");
  assert.match(none.of("credential")[0]!.found, /what SVC_API_KEY holds is not a key/);
  assert.ok(!JSON.stringify(none.of("credential")).includes("hunter2"));
});

Deno.test("a token's scopes are shown, and a login it hides is mentioned", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  const made = await ada.svc(
    "auth token create --collective ada --scopes lab:read,vault:* --json".split(" "),
  );
  const env = { SVC_API_KEY: JSON.parse(made.stdout).key, SVC_CLUB_URL: on.url };
  const { of } = await checks((argv) => ada.svc(argv, { env }));
  assert.equal(of("scopes")[0]!.found, "lab:read, vault:*");
  assert.match(of("credential")[0]!.found, /collective token from SVC_API_KEY acts as ada/);
  assert.match(of("credential")[0]!.fix!, /unset SVC_API_KEY/);
});
