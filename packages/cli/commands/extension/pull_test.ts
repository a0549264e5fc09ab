import assert from "node:assert/strict";
import { writeExtension } from "../../testing/extension.ts";
import { temporaryConfig } from "../../testing/host.ts";
import { published } from "../../testing/published.ts";

const exists = (path: string) => Deno.stat(path).then(() => true, () => false);

Deno.test("pull installs what was published, once, and its type can be described", async () => {
  await using at = await published({ zod: true });
  const first = await at.reader(["extension", "pull", "@acme/greeter"]);
  assert.equal(first.exit, 0, first.stderr);
  assert.match(first.stderr, /^@acme\/greeter 2026\.11\.21\.1 requests no permissions\.$/m);
  assert.match(first.stdout, /^Pulled @acme\/greeter 2026\.11\.21\.1 \(\d+ files\)\.$/m);
  const again = await at.reader(["extension", "pull", "@acme/greeter", "--json"]);
  assert.equal(JSON.parse(again.stdout).alreadyInstalled, true);
  const described = await at.reader(["model", "type", "describe", "@acme/greeter"]);
  assert.match(described.stdout, /^ {2}greet - Says hello$/m);
  assert.match(described.stdout, /^ {6}name \(string\) \*required$/m);
  const list = await at.reader(["extension", "list", "--json"]);
  assert.equal(JSON.parse(list.stdout).extensions[0].serverUrl, at.on.url);
});

Deno.test("in a clone, install and pull write again what editors check behaviors with", async () => {
  await using at = await published({});
  const pull = ["extension", "pull", "@acme/greeter"];
  assert.equal((await at.reader(pull)).exit, 0);
  assert.equal((await at.reader(["behavior", "create", "@acme/greeter", "hi"])).exit, 0);
  for (const command of [["extension", "install"], pull]) {
    await Deno.remove(`${at.repo}/.svc/schemas`, { recursive: true });
    assert.equal((await at.reader(command)).exit, 0);
    const schema = await Deno.readTextFile(`${at.repo}/.svc/schemas/@acme/greeter.json`);
    assert.ok(JSON.parse(schema).properties.methods.properties.greet);
  }
});

const CODE = `
  await fetch("https://api.found.example/v1").catch(() => {});
  await context.writeResource("greeting", "greeting", { text: "Hello, " + args.name });`;

Deno.test("only what a manifest declares is asked for and granted; off a terminal it is named", async () => {
  await using at = await published({
    manifest: "permissions:\n  net: [api.example.com]\n  env: [TOKEN]\n",
    body: CODE,
  });
  const refused = await at.reader(["extension", "pull", "@acme/greeter", "--json"]);
  assert.equal(refused.exit, 1);
  const body = JSON.parse(refused.stderr);
  assert.equal(body.code, "permissions_not_granted");
  assert.match(
    body.error,
    /requests permissions:\n {2}net api\.example\.com +manifest\n {2}env TOKEN \(wide: its name says that it holds a secret\) +manifest\n {2}The code also mentions permissions that the manifest does not request; they are not granted:\n {4}net api\.found\.example +models\/greeter\.ts:\d+\n {2}If a run is refused one of them: svc extension grant @acme\/greeter <kind:entry>/,
  );
  assert.match(body.hint, /pull @acme\/greeter@2026\.11\.21\.1 --allow-all-requested/);
  assert.match(body.hint, /--allow net:api\.example\.com --allow env:TOKEN$/m);
  assert.ok(!await exists(`${at.repo}/upstream_extensions.json`), "nothing was written");

  const granted = await at.reader([
    "extension",
    "pull",
    "@acme/greeter",
    "--allow-all-requested",
    "--json",
  ]);
  const { permissions, requested } = JSON.parse(granted.stdout);
  assert.deepEqual(permissions, ["net:api.example.com", "env:TOKEN"]);
  assert.deepEqual(requested, { declared: ["env:TOKEN", "net:api.example.com"] });
  const lockfile = JSON.parse(await Deno.readTextFile(`${at.repo}/upstream_extensions.json`));
  assert.deepEqual(lockfile["@acme/greeter"].requested, requested);

  await at.publish({
    version: "2026.11.21.2",
    manifest: "permissions:\n  net: [api.example.com, evil.example.com]\n",
    body: CODE,
  });
  const more = await at.reader(["extension", "pull", "@acme/greeter"]);
  assert.equal(more.exit, 1);
  assert.match(
    more.stderr,
    /now also requests permissions:\n {2}net evil\.example\.com +manifest\n/,
  );
  assert.doesNotMatch(more.stderr, /net api\.example\.com/);
  const fewer = await at.reader(
    ["extension", "pull", "@acme/greeter", "--allow", "net:api.example.com", "--json"],
  );
  assert.deepEqual(JSON.parse(fewer.stdout).permissions, ["net:api.example.com"]);
});

Deno.test("permissions: {} asks for nothing; without the key, what the code needs is asked for", async () => {
  await using at = await published({ manifest: "permissions: {}\n", body: CODE });
  const stated = await at.reader(["extension", "pull", "@acme/greeter"]);
  assert.equal(stated.exit, 0, stated.stderr);
  assert.match(
    stated.stderr,
    /requests no permissions\.\n {2}The code also mentions .*\n {4}net api\.found\.example/,
  );
  const shown = await at.reader(["extension", "permissions", "@acme/greeter"]);
  assert.match(
    shown.stdout,
    /requests no permissions\n {2}The code also mentions .*\n {4}net api\.found\.example/,
  );
  await at.publish({ version: "2026.11.21.2", body: CODE });
  const silent = await at.reader([
    "extension",
    "pull",
    "@acme/greeter",
    "--allow-all-requested",
    "--json",
  ]);
  const { permissions, requested } = JSON.parse(silent.stdout);
  assert.deepEqual(permissions, ["net:api.found.example"]);
  assert.match(requested.found["net:api.found.example"][0], /^models\/greeter\.ts:\d+$/);
});

Deno.test("the name of an extension with several types lists them, each with a command that works", async () => {
  await using second = await temporaryConfig();
  await writeExtension(second.path, { type: "@acme/many/two" });
  await using at = await published({
    name: "@acme/many",
    type: "@acme/many/one",
    models: ["second.ts"],
    files: { "second.ts": await Deno.readTextFile(`${second.path}/greeter.ts`) },
  });
  await at.reader(["extension", "pull", "@acme/many"]);
  const listed = await at.reader(["model", "type", "describe", "@acme/many"]);
  assert.equal(listed.exit, 0, listed.stderr);
  assert.match(listed.stdout, /^@acme\/many is an extension with 2 types:\n/);
  const { types } = JSON.parse(
    (await at.reader(["model", "type", "describe", "@acme/many", "--json"])).stdout,
  );
  assert.deepEqual(types.map((one: { type: string }) => one.type), [
    "@acme/many/one",
    "@acme/many/two",
  ]);
  for (const { command } of types) {
    assert.equal((await at.reader(command.split(" ").slice(1))).exit, 0, command);
  }
  assert.equal((await at.reader(["model", "type", "describe", "@acme/none"])).exit, 1);
});

Deno.test("an update that asks for nothing new needs no question", async () => {
  await using at = await published({});
  await at.reader(["extension", "pull", "@acme/greeter"]);
  await at.publish({ version: "2026.11.21.2" });
  const updated = await at.reader(["extension", "pull", "@acme/greeter"]);
  assert.match(updated.stdout, /Updated @acme\/greeter from 2026\.11\.21\.1 to 2026\.11\.21\.2/);
});

Deno.test("what was changed by hand is not overwritten without --force", async () => {
  await using at = await published({});
  await at.reader(["extension", "pull", "@acme/greeter"]);
  const file = `${at.repo}/.svc/pulled-extensions/@acme/greeter/models/greeter.ts`;
  await Deno.writeTextFile(file, "// mine");
  const refused = await at.reader(["extension", "pull", "@acme/greeter", "--json"]);
  assert.equal(refused.exit, 1);
  assert.equal(JSON.parse(refused.stderr).code, "conflict");
  assert.equal(await Deno.readTextFile(file), "// mine");
  const forced = await at.reader(["extension", "pull", "@acme/greeter", "--force"]);
  assert.equal(forced.exit, 0, forced.stderr);
  assert.notEqual(await Deno.readTextFile(file), "// mine");
});

Deno.test("dependencies are pulled too, each once, also in a circle", async () => {
  await using at = await published(
    { name: "@acme/base", manifest: 'dependencies: ["@acme/greeter"]\n' },
    { manifest: 'dependencies: ["^@acme/base@2026.01.01.1"]\n' },
  );
  const pulled = await at.reader(["extension", "pull", "@acme/greeter", "--json"]);
  assert.equal(pulled.exit, 0, pulled.stderr);
  const { name, dependencies } = JSON.parse(pulled.stdout);
  assert.deepEqual([name, dependencies.map((one: { name: string }) => one.name)], [
    "@acme/greeter",
    ["@acme/base"],
  ]);
});

Deno.test("several are pulled, restored and removed together: all that are named, or none", async () => {
  await using at = await published(
    { name: "@acme/base", type: "@acme/base" },
    { manifest: 'permissions:\n  net: [api.example.com]\ndependencies: ["@acme/base"]\n' },
    { name: "@acme/other", type: "@acme/other", manifest: "permissions:\n  run: [git]\n" },
  );
  const [one, two] = ["@acme/greeter", "@acme/other"];
  const names = async () =>
    JSON.parse((await at.reader(["extension", "list", "--json"])).stdout).extensions
      .map(({ name }: { name: string }) => name);
  const all = "--allow-all-requested";
  const missing = await at.reader(["extension", "pull", one, "@acme/none", all, "--json"]);
  assert.equal(JSON.parse(missing.stderr).code, "not_found");
  const asking = await at.reader(["extension", "pull", one, two, "--json"]);
  assert.equal(JSON.parse(asking.stderr).code, "permissions_not_granted");
  const twice = await at.reader(["extension", "pull", one, `${one}@2026.11.21.1`, "--json"]);
  assert.equal(JSON.parse(twice.stderr).error, `${one} is given twice`);
  assert.deepEqual(await names(), []);

  const pulled = await at.reader(["extension", "pull", one, two, all]);
  assert.equal(pulled.exit, 0, pulled.stderr);
  assert.equal(pulled.stderr, "");
  assert.deepEqual(pulled.stdout.match(/^Pulled .*$/gm), [
    `Pulled ${one} 2026.11.21.1 (4 files; network: 1 host, no programs, no files).`,
    `Pulled ${two} 2026.11.21.1 (4 files; no network, runs git, no files).`,
    "Pulled @acme/base 2026.11.21.1 (4 files).",
  ]);
  const again = JSON.parse((await at.reader(["extension", "pull", two, one, "--json"])).stdout);
  assert.deepEqual(
    [again.extensions, again.dependencies].map((list) =>
      list.map((each: { name: string }) => each.name)
    ),
    [[two, one], []],
  );

  await Deno.remove(`${at.repo}/.svc`, { recursive: true });
  const restored = await at.reader(["extension", "install", "--trust-lockfile"]);
  assert.equal(restored.stderr, "");
  assert.equal(
    restored.stdout,
    `@acme/base     2026.11.21.1  installed
${one}  2026.11.21.1  installed; network: 1 host, no programs, no files
${two}    2026.11.21.1  installed; no network, runs git, no files
3 installed, 0 up to date, 0 failed.
`,
  );

  const changed = `${at.repo}/.svc/pulled-extensions/@acme/other/models/greeter.ts`;
  await Deno.writeTextFile(changed, "// mine");
  const refused = await at.reader(["extension", "rm", one, two, "-y", "--json"]);
  assert.equal(JSON.parse(refused.stderr).code, "conflict");
  assert.equal((await at.reader(["extension", "rm", one, "@acme/none", "-y"])).exit, 1);
  assert.deepEqual(await names(), ["@acme/base", one, two]);
  const removed = await at.reader(["extension", "rm", one, two, one, "-yf", "--json"]);
  assert.deepEqual(
    JSON.parse(removed.stdout).removed.map(({ name }: { name: string }) => name),
    [one, two],
  );
  assert.deepEqual(await names(), ["@acme/base"]);
});

Deno.test("what several are not granted is named in one answer, with commands that grant it", async () => {
  await using at = await published(
    { name: "@acme/base", type: "@acme/base", manifest: "permissions:\n  run: [git]\n" },
    { manifest: 'permissions:\n  net: [a.example]\ndependencies: ["@acme/base"]\n' },
    { name: "@acme/other", type: "@acme/other", manifest: "permissions:\n  env: [LANG]\n" },
  );
  const pull = "extension pull @acme/greeter @acme/other";
  const refused = await at.reader([...pull.split(" "), "--yes", "--json"]);
  const { code, error, hint, grants } = JSON.parse(refused.stderr);
  assert.equal(code, "permissions_not_granted");
  assert.deepEqual(error.match(/^@\S+|^ {2}\w+ \S+/gm).map((one: string) => one.trim()), [
    ...["@acme/greeter", "net a.example", "@acme/other", "env LANG", "@acme/base", "run git"],
  ]);
  assert.deepEqual(grants, ["net:a.example", "env:LANG", "run:git"]);
  const commands = hint.match(/^ {2}svc .*$/gm).map((one: string) => one.trim());
  assert.deepEqual(commands, [
    "svc extension pull @acme/base@2026.11.21.1 --allow run:git",
    `svc ${pull} --allow net:a.example --allow env:LANG`,
    `svc ${pull} --allow-all-requested`,
  ]);
  for (const command of commands) {
    const { exit, stderr } = await at.reader([...command.split(" ").slice(1), "--yes"]);
    assert.equal(exit, 0, stderr);
  }
});

Deno.test("an archive whose bytes are not the promised ones is refused, and nothing is written", async () => {
  await using at = await published({});
  const proxied = Deno.serve({ port: 0, onListen: () => {} }, async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.endsWith("/checksum")) return Response.json({ checksum: "0".repeat(64) });
    return await fetch(at.on.url + pathname + search, { redirect: "manual" });
  });
  const refused = await at.reader(["extension", "pull", "@acme/greeter", "--json"], {
    env: { SVC_CLUB_URL: `http://127.0.0.1:${proxied.addr.port}` },
  });
  await proxied.shutdown();
  assert.equal(refused.exit, 1);
  assert.equal(JSON.parse(refused.stderr).code, "checksum_mismatch");
  assert.ok(!await exists(`${at.repo}/upstream_extensions.json`));
});

Deno.test("nothing in stable names the channel that has something", async () => {
  await using at = await published({ channel: "beta" });
  const refused = await at.reader(["extension", "pull", "@acme/greeter", "--json"]);
  assert.equal(JSON.parse(refused.stderr).code, "not_found");
  assert.match(JSON.parse(refused.stderr).hint, /--channel beta/);
  const beta = await at.reader(
    ["extension", "pull", "@acme/greeter", "--channel", "beta", "--json"],
  );
  assert.equal(JSON.parse(beta.stdout).channel, "beta");
});

Deno.test("a deprecated extension is pulled with its reason and successor as a warning", async () => {
  await using at = await published({}, { name: "@acme/new" });
  const done = await at.ada.svc([
    ..."extension deprecate @acme/greeter --superseded-by @acme/new --yes --reason".split(" "),
    "Too polite.",
  ]);
  assert.equal(done.exit, 0, done.stderr);
  const pulled = await at.reader(["extension", "pull", "@acme/greeter"]);
  assert.equal(pulled.exit, 0);
  assert.match(
    pulled.stderr,
    /warning: @acme\/greeter is deprecated: Too polite\. Use @acme\/new instead\./,
  );
});

Deno.test("a private one is not found by who may not see it, who learns what would show it", async () => {
  await using at = await published({});
  await at.reader(["extension", "pull", "@acme/greeter"]);
  await at.ada.svc(["collective", "edit", "acme", "--visibility", "private"]);
  const token = async (scopes: string) => {
    const create = ["auth", "token", "create", "--collective", "acme", "--json", "--scopes"];
    return JSON.parse((await at.ada.svc([...create, scopes])).stdout).key as string;
  };
  const pull = (key: string) =>
    at.reader(["extension", "pull", "@acme/greeter"], { env: { SVC_API_KEY: key } });
  assert.match((await pull(await token("extensions:push"))).stderr, /the scope extensions:read/);
  assert.equal((await pull(await token("extensions:read"))).exit, 0);
  const { stdout } = await at.reader(["doctor"]);
  assert.match(stdout, /not found in the registry, or not visible to you\n +→ svc auth whoami\n/);
});

Deno.test("an unknown extension, a bad version and no repository are each told apart", async () => {
  await using at = await published();
  const unknown = await at.reader(["extension", "pull", "@acme/nothing", "--json"]);
  assert.equal(JSON.parse(unknown.stderr).code, "not_found");
  const name = await at.reader(["extension", "pull", "acme", "--json"]);
  assert.equal(JSON.parse(name.stderr).code, "invalid_name");
  const nowhere = await at.reader(
    ["extension", "pull", "@acme/nothing", "--repo-dir", "/", "--json"],
  );
  assert.equal(JSON.parse(nowhere.stderr).code, "not_a_repository");
});

Deno.test("rm refuses what behaviors use and what was changed by hand, and names it; --force removes it", async () => {
  await using at = await published({});
  await at.reader(["extension", "pull", "@acme/greeter"]);
  await at.reader(["behavior", "create", "@acme/greeter", "hello"]);
  const rm = async (...options: string[]) => {
    const done = await at.reader(["extension", "rm", "@acme/greeter", "-y", "--json", ...options]);
    return done.exit === 0 ? "removed" : JSON.parse(done.stderr);
  };
  const used = await rm();
  assert.deepEqual([used.code, used.error], ["conflict", "@acme/greeter is used by hello"]);
  assert.match(used.hint, /--force/);
  await at.reader(["behavior", "delete", "hello", "--yes"]);

  const added = `${at.repo}/.svc/pulled-extensions/@acme/greeter/models/mine.ts`;
  await Deno.writeTextFile(added, "// mine");
  const changed = await rm();
  assert.equal(changed.code, "conflict");
  assert.match(changed.details[0].path, /models\/mine\.ts$/);
  assert.ok(await exists(added));

  await at.reader(["behavior", "create", "@acme/greeter", "hello"]);
  assert.equal(await rm("--force"), "removed");
  assert.ok(!await exists(added));
  assert.equal((await at.reader(["behavior", "get", "hello"])).exit, 0);
});

Deno.test("rm removes what a pull brought, and asks first", async () => {
  await using at = await published({});
  await at.reader(["extension", "pull", "@acme/greeter"]);
  assert.equal((await at.reader(["extension", "rm", "@acme/greeter"])).exit, 2);
  const removed = await at.reader(["extension", "rm", "@acme/greeter", "-y", "--json"]);
  assert.equal(JSON.parse(removed.stdout).removed[0].name, "@acme/greeter");
  assert.deepEqual(JSON.parse((await at.reader(["extension", "ls", "--json"])).stdout), {
    extensions: [],
    linked: [],
  });
});
