import assert from "node:assert/strict";
import { CHECKS } from "../doctor/finding.ts";
import { freePort } from "@svc/fakes/port";
import { initRepository } from "@svc/runtime/repository";
import { testNeeding } from "../../../e2e/requirement.ts";
import { svc, temporaryConfig } from "../testing/host.ts";
import { listeningRegistry, loggedIn } from "../testing/registry.ts";

interface Check {
  check: string;
  outcome: string;
  found: string;
  fix?: string;
}

async function checksOf(
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
  const { healthy, of } = await checksOf(ada.svc);
  assert.ok(healthy);
  for (const name of CHECKS) {
    assert.ok(of(name).length > 0, name);
    for (const check of of(name)) assert.equal(check.outcome, "passed", JSON.stringify(check));
  }
  const text = (await ada.svc(["doctor"])).stdout;
  assert.match(text, /✓ credential +personal key from auth\.json acts as ada/);
  assert.match(text, /Nothing failed\.\n$/);
});

Deno.test("a file others can read fails, with the command that fixes it", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  await Deno.chmod(`${ada.config}/svc/auth.json`, 0o644);
  const { healthy, of } = await checksOf(ada.svc);
  assert.ok(!healthy);
  const bad = of("files").find(({ outcome }) => outcome === "failed");
  assert.equal(bad?.fix, `chmod 600 ${ada.config}/svc/auth.json`);
});

Deno.test("a policy that cannot be read fails with its line, and one that can is named", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  const file = `${ada.config}/svc/policy.yaml`;
  await Deno.writeTextFile(file, "deny: []\n");
  assert.match((await checksOf(ada.svc)).of("policy")[0]!.found, /policy\.yaml applies/);
  await Deno.writeTextFile(file, "deny: []\nalow: []\n");
  const { healthy, of } = await checksOf(ada.svc);
  assert.ok(!healthy);
  assert.match(of("policy")[0]!.found, /policy\.yaml:2: 'alow' is not a key/);
});

Deno.test("a configuration folder others can enter fails, and one they can write in is not used", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  const folder = `${ada.config}/svc`;
  for (const [mode, word] of [[0o755, "read"], [0o777, "written"]] as const) {
    await Deno.chmod(folder, mode);
    const { healthy, of } = await checksOf(ada.svc);
    assert.ok(!healthy);
    const bad = of("files").find(({ outcome }) => outcome === "failed");
    assert.match(bad!.found, new RegExp(`svc can be ${word} by others`));
    assert.equal(bad!.fix, `chmod 700 ${folder}`);
  }
  const refused = await ada.svc(["auth", "whoami", "--json"]);
  assert.equal(refused.exit, 1);
  const { code, hint } = JSON.parse(refused.stderr);
  assert.equal(code, "config_exposed");
  assert.match(hint, /chmod 700/);
  await Deno.chmod(folder, 0o755);
  assert.equal(
    (await ada.svc(["auth", "whoami"])).exit,
    0,
    "reading the folder's list gives nothing",
  );
});

Deno.test("a dead server fails, and what depends on it is not run rather than passed", async () => {
  await using config = await temporaryConfig();
  const { healthy, of } = await checksOf((argv) =>
    svc(argv, {
      env: {
        XDG_CONFIG_HOME: config.path,
        SVC_CLUB_URL: `http://127.0.0.1:${freePort()}`,
        SVC_API_KEY: `svc_${"0".repeat(32)}`,
      },
    })
  );
  assert.ok(!healthy);
  assert.equal(of("server")[0]!.outcome, "failed");
  for (const name of ["clock", "credential", "scopes", "expiry"]) {
    assert.equal(of(name)[0]!.outcome, "notRun", name);
  }
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
    checksOf((argv) =>
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
  assert.equal(unknown.of("credential")[0]!.outcome, "failed");
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
  const { of } = await checksOf((argv) => ada.svc(argv, { env }));
  assert.equal(of("scopes")[0]!.found, "lab:read, vault:*");
  assert.match(of("credential")[0]!.found, /collective token from SVC_API_KEY acts as ada/);
  assert.match(of("credential")[0]!.fix!, /unset SVC_API_KEY/);
});

Deno.test("a token's end is shown, with the command that makes a new one under 14 days", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  const withToken = async (...expires: string[]) => {
    const made = await ada.svc([
      ..."auth token create --collective ada --scopes lab:read,vault:* --json".split(" "),
      ...expires,
    ]);
    const env = { SVC_API_KEY: JSON.parse(made.stdout).key, SVC_CLUB_URL: on.url };
    const { of } = await checksOf((argv) => ada.svc(argv, { env }));
    const whoami = await ada.svc(["auth", "whoami", "--json"], { env });
    return { expiry: of("expiry")[0]!, whoami: JSON.parse(whoami.stdout) };
  };
  const long = await withToken("--expires", "90d");
  assert.match(long.expiry.found, /^in 89 days, on \d{4}-\d{2}-\d{2}$/);
  assert.equal(long.expiry.fix, undefined);
  assert.deepEqual(Object.keys(long.whoami), [
    ...["authenticated", "serverUrl", "collectiveToken", "collectiveSlug", "scopes"],
    "collectives",
  ], "whoami's form is the spec's alone (spec 2.5)");
  const short = await withToken("--expires", "2d");
  assert.match(short.expiry.found, /^in 1 day, /);
  assert.equal(
    short.expiry.fix,
    "svc auth token create --collective ada --scopes lab:read,vault:* --expires 90d",
  );
  assert.equal(short.expiry.outcome, "passed");
  assert.equal((await withToken()).expiry.found, "never");
});

Deno.test("without a credential, its checks are not run; with broken configuration, all the others", async () => {
  await using on = await listeningRegistry();
  await using config = await temporaryConfig();
  const env = { XDG_CONFIG_HOME: config.path, SVC_CLUB_URL: on.url };
  const none = await checksOf((argv) => svc(argv, { env }));
  assert.ok(none.healthy);
  const aboutCredential: readonly string[] = ["credential", "scopes", "expiry"];
  assert.deepEqual(
    CHECKS.map((name) => none.of(name)[0]!.outcome),
    CHECKS.map((name) => aboutCredential.includes(name) ? "notRun" : "passed"),
  );
  assert.equal(none.of("credential")[0]!.fix, "svc auth login");
  const broken = await checksOf((argv) => svc(argv, { env: { ...env, SVC_CLUB_URL: "nonsense" } }));
  assert.ok(!broken.healthy);
  assert.equal(broken.of("configuration")[0]!.outcome, "failed");
  assert.equal(broken.of("server")[0]!.outcome, "notRun");
  const text = await svc(["doctor"], { env: { ...env, SVC_CLUB_URL: "nonsense" } });
  assert.equal(text.exit, 1);
  assert.match(text.stdout, /^- server +not run: a check before it did not pass$/m);
});

Deno.test("in a CI job without a key it says what a push publishes with, or what is missing", async () => {
  await using on = await listeningRegistry();
  await using config = await temporaryConfig();
  const credential = async (job: Record<string, string>) => {
    const env = { XDG_CONFIG_HOME: config.path, SVC_CLUB_URL: on.url, CI: "true", ...job };
    return (await checksOf((argv) => svc(argv, { env }))).of("credential")[0]!;
  };
  const ready = await credential({ BUILDKITE: "true" });
  assert.equal(ready.outcome, "passed");
  assert.match(ready.found, /none is needed: a push publishes as this job \(Buildkite\)/);
  assert.equal(ready.fix, "svc publisher check");
  const lacking = await credential({ GITHUB_ACTIONS: "true" });
  assert.equal(lacking.outcome, "notRun");
  assert.match(lacking.fix!, /id-token: write/);
});

Deno.test("each vault is looked at: its file, its key file, its secrets, its type", async () => {
  await using config = await temporaryConfig();
  const { path } = config;
  const at = (argv: string[], stdin = "") =>
    svc(argv, {
      cwd: path,
      stdin,
      env: { XDG_CONFIG_HOME: path, SVC_CLUB_URL: "http://127.0.0.1:9" },
    });
  const vaults = async () => {
    const { stdout } = await at(["doctor", "--json"]);
    return (JSON.parse(stdout).checks as Check[]).filter(({ check }) => check === "vaults");
  };
  assert.deepEqual((await vaults())[0]!.found, "not in a repository");
  await initRepository(path);
  assert.deepEqual((await vaults())[0]!.found, "none in this repository");

  const secret = "a-secret-that-nobody-prints";
  for (const name of ["good", "open", "keyless", "damaged"]) {
    await at(["vault", "create", "local_encryption", name]);
    for (const key of ["ONE", "TWO"]) await at(["vault", "put", name, key], secret);
  }
  await at(["vault", "create", "local_encryption", "new"]);
  const folder = (name: string) => `${path}/.svc/secrets/local_encryption/${name}`;
  await Deno.chmod(`${folder("open")}/.key`, 0o644);
  await Deno.remove(`${folder("keyless")}/.key`);
  const file = [...Deno.readDirSync(folder("damaged"))].find(({ name }) => name.endsWith(".json"))!;
  const text = await Deno.readTextFile(`${folder("damaged")}/${file.name}`);
  const sealed = JSON.parse(text);
  const data = Uint8Array.fromBase64(sealed.data).map((byte, index) => index === 0 ? ~byte : byte);
  await Deno.writeTextFile(
    `${folder("damaged")}/${file.name}`,
    JSON.stringify({ ...sealed, data: data.toBase64() }),
  );
  await Deno.mkdir(`${path}/vaults/@acme/gone`, { recursive: true });
  await Deno.writeTextFile(
    `${path}/vaults/@acme/gone/1.yaml`,
    `id: ${crypto.randomUUID()}\nname: gone\ntype: "@acme/gone"\n`,
  );
  await Deno.writeTextFile(`${path}/vaults/broken.yaml`, "name: [\n");

  const found = await vaults();
  const one = (word: RegExp) => {
    const [first, ...more] = found.filter((each) => word.test(each.found));
    assert.equal(more.length, 0, String(word));
    return `${first?.outcome}: ${first?.found} ${first?.fix ?? ""}`;
  };
  assert.match(one(/^good/), /^passed: good: all 2 secrets can be opened/);
  assert.match(one(/^new/), /^passed: new: no secrets yet/);
  assert.match(
    one(/'?open\b.*key file|key file.*\/open\//),
    /^failed: .*chmod 600 .*\/open\/\.key/,
  );
  assert.match(one(/'keyless'/), /^failed: .*key file of vault 'keyless' is missing/);
  assert.match(one(/'damaged'/), /^failed: The secret (ONE|TWO) of vault 'damaged' is damaged/);
  assert.match(one(/^gone/), /^failed: gone: There is no vault type '@acme\/gone'.*pull/);
  assert.match(one(/broken\.yaml/), /^failed: .*is not a vault's configuration/);
  assert.equal(found.length, 7);
  assert.ok(!JSON.stringify(found).includes(secret));
  assert.equal((await at(["doctor"])).exit, 1);
});

testNeeding(
  ["git"],
  "a vault whose key is in git has failed, although its secrets can be opened",
  async () => {
    await using config = await temporaryConfig();
    const { path } = config;
    const run = (argv: string[], stdin = "") =>
      svc(argv, {
        cwd: path,
        stdin,
        env: { XDG_CONFIG_HOME: path, SVC_CLUB_URL: "http://127.0.0.1:9" },
      });
    await initRepository(path);
    await run(["vault", "create", "local_encryption", "kept"]);
    await run(["vault", "put", "kept", "ONE"], "a-secret-that-nobody-prints");
    for (const args of [["init", "--quiet"], ["add", "--force", ".svc"]]) {
      const { success } = await new Deno.Command("git", { args, cwd: path }).output();
      assert.ok(success);
    }
    const { checks } = JSON.parse((await run(["doctor", "--json"])).stdout) as { checks: Check[] };
    const vault = checks.find(({ check }) => check === "vaults");
    assert.equal(vault?.outcome, "failed");
    assert.match(vault?.found ?? "", /key file of vault 'kept' is in git/);
  },
);

Deno.test("a datastore is asked how it is once the person agreed to it, and not before", async () => {
  await using config = await temporaryConfig();
  await using repo = await temporaryConfig();
  await using store = await temporaryConfig();
  await initRepository(repo.path);
  const run = async (...argv: string[]) =>
    await svc(argv, {
      cwd: repo.path,
      env: { XDG_CONFIG_HOME: config.path, SVC_CLUB_URL: "http://127.0.0.1:9" },
    });
  const datastore = async () =>
    (JSON.parse((await run("doctor", "--json")).stdout).checks as Check[])
      .find(({ check }) => check === "datastore");
  assert.equal((await datastore())?.found, "none: data stays on this machine");
  const marker = `${repo.path}/.svc.yaml`;
  await Deno.writeTextFile(marker, `datastore: { type: filesystem, path: ${store.path} }\n`);
  assert.equal((await datastore())?.outcome, "notRun");
  assert.equal((await run("datastore", "sync", "--allow-all-requested")).exit, 0);
  assert.equal((await datastore())?.outcome, "passed");
  await Deno.rename(store.path, `${store.path}-gone`);
  assert.equal((await datastore())?.outcome, "failed");
  await Deno.rename(`${store.path}-gone`, store.path);
  await Deno.writeTextFile(marker, "datastore: { type: filesystem }\n");
  const broken = await datastore();
  assert.equal(broken?.outcome, "failed");
  assert.match(broken?.found ?? "", /has no path/);
});
