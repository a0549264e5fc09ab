import assert from "node:assert/strict";
import { initRepository } from "@svc/runtime/repository";
import { svc, temporaryConfig, type TestHost } from "../../testing/host.ts";
import { KEEPER, KEEPER_PERMISSIONS, writeKeeper } from "../../testing/keeper.ts";
import { published } from "../../testing/published.ts";
import { listeningRegistry, loggedIn } from "../../testing/registry.ts";

const SECRET = "correct-horse-battery-staple";

/** A registry with Ada and her collective, of all tests here. */
const on = await listeningRegistry();
const ada = await loggedIn(on, "ada");
await on.createCollective(ada.cookie, "acme");
Deno.test.afterAll(async () => {
  await ada[Symbol.asyncDispose]();
  await on[Symbol.asyncDispose]();
});

/** A repository with sources of a type of vault, for Ada and for somebody without a login. */
async function desk() {
  const stack = new AsyncDisposableStack();
  const { path: root } = stack.use(await temporaryConfig());
  const { path: kept } = stack.use(await temporaryConfig());
  const { path: stranger } = stack.use(await temporaryConfig());
  await initRepository(root);
  await writeKeeper(root);
  const config = `folder=${kept}`;
  const nobody = { XDG_CONFIG_HOME: stranger, SVC_CLUB_URL: on.url };
  return {
    root,
    kept,
    config,
    /** Without a login, unless the environment has one. */
    svc: (line: readonly string[], { env, ...settings }: TestHost = {}) =>
      svc(["vault", ...line], { cwd: root, ...settings, env: { ...nobody, ...env } }),
    grant: (grants: readonly string[]) =>
      svc(["extension", "grant", "@acme/keeper", ...grants], { cwd: root, env: nobody }),
    ada: (line: readonly string[], settings: TestHost = {}) =>
      ada.svc(["vault", ...line], { cwd: root, ...settings }),
    async token(scopes: string) {
      const line = ["auth", "token", "create", "--collective", "acme", "--scopes", scopes];
      const { stdout } = await ada.svc([...line, "--json"]);
      return JSON.parse(stdout) as { key: string; id: string };
    },
    revoke: (id: string) => ada.svc(["auth", "token", "revoke", id, "--collective", "acme"]),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

Deno.test("spec 4.5: 'svc vault create <type>' takes a personal key or a collective token with vault:*", async () => {
  await using at = await desk();
  const create = async (name: string, env: Record<string, string> = {}) => {
    const line = [
      "create",
      "@acme/keeper",
      name,
      "--config",
      at.config,
      "--json",
      "--allow-all-requested",
    ];
    const { exit, stderr } = await at.svc(line, { env });
    return exit === 0 ? "created" : JSON.parse(stderr).code as string;
  };
  assert.equal(await create("none"), "not_authenticated");
  const line = ["create", "@acme/keeper", "ada", "--config", at.config, "--allow-all-requested"];
  const personal = await at.ada(line);
  assert.equal(personal.exit, 0, personal.stderr);
  const good = await at.token("vault:*");
  assert.equal(await create("good", { SVC_API_KEY: good.key }), "created");
  const other = await at.token("extensions:*,serve:*,datastore:*");
  assert.equal(await create("other", { SVC_API_KEY: other.key }), "missing_scope");
  await at.revoke(good.id);
  assert.equal(await create("revoked", { SVC_API_KEY: good.key }), "invalid_api_key");
  assert.equal(
    await create("made-up", { SVC_API_KEY: `svc_${"0".repeat(32)}` }),
    "invalid_api_key",
  );
  const down = { SVC_API_KEY: good.key, SVC_CLUB_URL: "http://127.0.0.1:9" };
  assert.equal(await create("down", down), "server_unreachable");
  // Who may not, leaves nothing behind.
  const { stdout } = await at.svc(["list", "--json"]);
  const names = JSON.parse(stdout).results.map((one: { name: string }) => one.name);
  assert.deepEqual(names, ["ada", "good"]);
});

Deno.test("spec 4.5: the local_encryption type is exempt: it asks no server and needs no login", async () => {
  await using at = await desk();
  const env = { SVC_CLUB_URL: "http://127.0.0.1:9", SVC_API_KEY: `svc_org_${"0".repeat(32)}` };
  const made = await at.svc(["create", "local_encryption", "prod"], { env });
  assert.deepEqual([made.exit, made.stderr], [0, ""]);
});

Deno.test("spec 5.4: vault:* is also what moving a vault to an extension's type takes", async () => {
  await using at = await desk();
  await at.svc(["create", "local_encryption", "prod"]);
  await at.svc(["put", "prod", "TOKEN"], { stdin: SECRET });
  const line = ["migrate", "prod", "--to-type", "@acme/keeper", "--config", at.config].concat(
    "--yes",
    "--allow-all-requested",
  );
  const refused = await at.svc([...line, "--json"]);
  assert.equal(JSON.parse(refused.stderr).code, "not_authenticated");
  const { key } = await at.token("datastore:*");
  const scope = await at.svc([...line, "--json"], { env: { SVC_API_KEY: key } });
  assert.equal(JSON.parse(scope.stderr).code, "missing_scope");
  assert.equal((await at.svc(["get", "prod", "TOKEN"])).stdout, SECRET);

  const dry = await at.ada([...line, "--dry-run"]);
  assert.match(
    dry.stdout,
    /^Would move prod from local_encryption to @acme\/keeper: 1 secret copied\.\n$/,
  );
  const moved = await at.ada(line);
  assert.equal(
    moved.stdout,
    "Moved prod from local_encryption to @acme/keeper: 1 secret copied.\n",
  );
  assert.equal((await at.ada(["get", "prod", "TOKEN"])).stdout, SECRET);
  // The way back needs no login.
  const down = { env: { SVC_CLUB_URL: "http://127.0.0.1:9" } };
  const back = await at.ada(["migrate", "prod", "--to-type", "local_encryption", "--yes"], down);
  assert.match(back.stdout, /@acme\/keeper to local_encryption: 1 secret copied\.\n$/);
  assert.equal((await at.svc(["get", "prod", "TOKEN"])).stdout, SECRET);
});

Deno.test("an unknown type and wrong settings are told before anybody is asked for a login", async () => {
  await using at = await desk();
  const create = async (...line: string[]) => {
    const { exit, stderr } = await at.svc(["create", ...line, "--json"]);
    assert.equal(exit, 1, stderr);
    const { code, error, hint } = JSON.parse(stderr);
    assert.ok(!stderr.includes(SECRET));
    return `${code}: ${error} ${hint}`;
  };
  assert.match(await create("keeper", "x"), /^unknown_type: .*local_encryption.*vault type search/);
  assert.match(await create("local-encryption", "x"), /Did you mean 'local_encryption'/);
  assert.match(await create("@acme/gone", "x"), /^unknown_type: .*svc extension search gone/);
  assert.match(await create("@acme/keeper", "x"), /^invalid_argument: .*folder: is required/s);
  const token = ["--config", at.config, "--config", `token=${SECRET}`];
  assert.match(await create("@acme/keeper", "x", ...token), /^vault_required: 'token' .*git/);
  const shown = await at.svc(["type", "describe", "@acme/keeper"]);
  assert.match(
    shown.stdout,
    /folder +string +required +Where they are kept\n +token +string +secret\n +login +object +secret/,
  );
});

Deno.test("an extension's vault is used like svc's own; what it prints holds no secret", async () => {
  await using at = await desk();
  const create = ["create", "@acme/keeper", "team", "--config", at.config];
  const refused = await at.ada([...create, "--json"]);
  const { code, hint } = JSON.parse(refused.stderr);
  assert.equal(code, "consent_required", "its permissions are granted by a person");
  const [, options] = /\nor add to this command: (.*)$/.exec(hint)!;
  assert.equal((await at.ada([...create, "--yes"])).exit, 1, "nothing was granted before");
  assert.equal((await at.ada([...create, ...splitWords(options!)])).exit, 0);
  const stored = await at.ada(["put", "team", "TOKEN"], { stdin: `${SECRET}\n` });
  assert.equal(stored.stdout, "Stored TOKEN in team.\n", stored.stderr);
  assert.ok(!stored.stderr.includes(SECRET));
  const got = await at.ada(["get", "team", "TOKEN"]);
  assert.equal(got.stdout, SECRET);
  assert.match(got.stderr, /^\| team: giving \*\*\*\n$/);
  assert.equal((await at.ada(["list-keys", "team"])).stdout, "TOKEN\n");
  const replace = await at.ada(["put", "team", "TOKEN", "--json"], { stdin: "other" });
  assert.equal(JSON.parse(replace.stderr).code, "usage");
  const rotate = await at.ada(["rotate", "team", "--json"]);
  assert.match(JSON.parse(rotate.stderr).error, /svc does not have the key of the vault 'team'/);
  assert.equal((await at.ada(["delete", "team", "TOKEN", "--yes"])).exit, 0);
  assert.equal(await Deno.readTextFile(`${at.kept}/team.json`), "{}");
});

Deno.test("what a configuration from git makes of a grant is not answered by --yes", async () => {
  await using at = await desk();
  await at.ada(["create", "@acme/keeper", "team", "--config", at.config, "--allow-all-requested"]);
  await at.ada(["put", "team", "TOKEN"], { stdin: SECRET });
  // Somebody else, to whom the file came by git, and who trusts the extension's sources.
  await at.grant(["read:${config.folder}", "write:${config.folder}"]);
  const refused = await at.svc(["get", "team", "TOKEN", "--yes", "--json"]);
  const { code, error, hint } = JSON.parse(refused.stderr.slice(refused.stderr.indexOf("{\n")));
  assert.equal(code, "consent_required");
  assert.ok(error.includes(`read ${at.kept}`), error);
  const grants = /svc extension grant @acme\/keeper (.*)/.exec(hint)![1]!.split(" ");
  assert.deepEqual(grants, [`read:${at.kept}`, `write:${at.kept}`]);
  const granted = await at.grant(grants);
  assert.equal(granted.exit, 0, granted.stderr);
  assert.equal((await at.svc(["get", "team", "TOKEN"])).stdout, SECRET);
});

Deno.test("settings of a type that is no longer here are not shown, as any may be a secret", async () => {
  await using at = await desk();
  await at.ada(["create", "@acme/keeper", "team", "--config", at.config, "--allow-all-requested"]);
  const here = JSON.parse((await at.svc(["describe", "team", "--json"])).stdout);
  assert.equal(here.config.folder, at.kept);
  await Deno.writeTextFile(
    here.path,
    (await Deno.readTextFile(here.path)).replace("folder:", `token: ${SECRET}\n  folder:`),
  );
  const written = await at.svc(["describe", "team"]);
  assert.match(written.stdout, /token: +\*\*\*/);
  assert.ok(!written.stdout.includes(SECRET));
  await Deno.remove(`${at.root}/extensions/keeper`, { recursive: true });
  const gone = await at.svc(["describe", "team"]);
  assert.match(gone.stdout, /folder: +\*\*\*/);
  assert.match(gone.stderr, /@acme\/keeper is not here.*svc extension install/);
  const use = JSON.parse((await at.svc(["get", "team", "TOKEN", "--json"])).stderr);
  assert.equal(use.code, "unknown_type");
});

Deno.test("a pulled type of vault needs no further consent once its extension was pulled", async () => {
  await using at = await published({
    manifest: `vaults:\n  - keeper.ts\n${KEEPER_PERMISSIONS}`,
    files: { "keeper.ts": KEEPER },
  });
  await using kept = await temporaryConfig();
  const line = ["auth", "token", "create", "--collective", "acme", "--scopes", "vault:*", "--json"];
  const { key } = JSON.parse((await at.ada.svc(line)).stdout);
  const create = ["vault", "create", "@acme/keeper", "team", "--config", `folder=${kept.path}`];
  const login = { env: { SVC_API_KEY: key } };
  const before = JSON.parse((await at.reader([...create, "--json"], login)).stderr);
  assert.equal(before.code, "unknown_type");
  assert.match(before.hint, /svc extension search keeper/);

  const pulled = await at.reader(["extension", "pull", "@acme/greeter", "--allow-all-requested"]);
  assert.equal(pulled.exit, 0, pulled.stderr);
  const types = await at.reader(["vault", "type", "search", "keeper"]);
  assert.match(types.stdout, /^@acme\/keeper +Keeps secrets in a file$/m);
  const made = await at.reader(create, login);
  assert.equal(made.exit, 0, made.stderr);
  const put = await at.reader(["vault", "put", "team", "TOKEN"], { stdin: SECRET });
  assert.equal(put.stdout, "Stored TOKEN in team.\n", put.stderr);
  assert.equal((await at.reader(["vault", "get", "team", "TOKEN"])).stdout, SECRET);

  // Removed, it is named with the way to get it back; the configuration stays.
  assert.equal((await at.reader(["extension", "rm", "@acme/greeter", "--yes"])).exit, 0);
  const gone = JSON.parse((await at.reader(["vault", "get", "team", "TOKEN", "--json"])).stderr);
  assert.equal(gone.code, "unknown_type");
  assert.match((await at.reader(["vault", "list"])).stdout, /^team \(default\) +@acme\/keeper/m);
});

/** The words of a line, as a shell splits them. */
function splitWords(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
}
