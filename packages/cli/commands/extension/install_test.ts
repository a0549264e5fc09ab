import assert from "node:assert/strict";
import { temporaryConfig } from "../../testing/host.ts";
import { published } from "../../testing/published.ts";

type Reader = Awaited<ReturnType<typeof published>>["reader"];

async function install(reader: Reader, ...more: string[]) {
  const { exit, stdout, stderr } = await reader(["extension", "install", "--json", ...more]);
  return { exit, stderr, result: JSON.parse(stdout) };
}

/** A repository as a colleague gets it from git: the lockfile without what it names. */
async function cloned(repo: string): Promise<string> {
  await Deno.remove(`${repo}/.svc`, { recursive: true });
  return await Deno.readTextFile(`${repo}/upstream_extensions.json`);
}

Deno.test("install restores the pinned version, leaves the lockfile as it was, and is done once", async () => {
  await using at = await published({
    manifest: "permissions:\n  net: [api.example.com]\n",
    zod: true,
  });
  await at.reader(["extension", "pull", "@acme/greeter", "--allow-all-requested"]);
  await at.publish({ version: "2026.11.21.2" });
  const lockfile = await cloned(at.repo);
  const refused = await install(at.reader);
  assert.equal(refused.exit, 1);
  assert.match(
    refused.result.entries[0].error,
    /requests permissions:\n {2}net api\.example\.com +manifest\nhint: [\s\S]*install --allow-all-requested/,
  );
  const { exit, stderr, result } = await install(at.reader, "--allow-all-requested");
  assert.equal(exit, 0, stderr);
  assert.equal(stderr, "");
  assert.deepEqual(result, {
    entries: [{
      name: "@acme/greeter",
      version: "2026.11.21.1",
      status: "installed",
      permissions: ["net:api.example.com"],
    }],
    installed: 1,
    migrated: 0,
    upToDate: 0,
    failed: 0,
  });
  assert.equal(await Deno.readTextFile(`${at.repo}/upstream_extensions.json`), lockfile);
  const described = await at.reader(["model", "type", "describe", "@acme/greeter"]);
  assert.match(described.stdout, /^ {2}greet - Says hello$/m);
  assert.equal((await install(at.reader)).result.upToDate, 1);
  const text = await at.reader(["extension", "install"]);
  assert.equal(
    text.stdout,
    "@acme/greeter  2026.11.21.1  up to date\n0 installed, 1 up to date, 0 failed.\n",
  );
});

Deno.test("a repository that arrives with everything in place runs nothing its user did not agree to", async () => {
  await using at = await published({
    manifest: "permissions:\n  env: [HOME]\n",
    body: 'await context.writeResource("greeting", "greeting", { text: Deno.env.get("HOME")! });',
  });
  const run = (config: string, ...more: string[]) =>
    at.reader(
      [
        "behavior",
        "run",
        "@acme/greeter",
        "greet",
        "hello",
        "--input",
        "name=x",
        "--json",
        ...more,
      ],
      { env: { XDG_CONFIG_HOME: config } },
    );
  await at.reader(["extension", "pull", "@acme/greeter", "--allow-all-requested"]);
  assert.equal((await run(at.repo)).exit, 0);

  await using other = await temporaryConfig();
  const refused = await run(other.path, "--yes");
  assert.equal(refused.exit, 1);
  const { code, hint } = JSON.parse(refused.stderr);
  assert.equal(code, "consent_required");
  assert.match(hint, /svc extension install/);

  const as = (...argv: string[]) => at.reader(argv, { env: { XDG_CONFIG_HOME: other.path } });
  assert.match((await as("extension", "install")).stdout, /requests permissions:\n +env HOME/);
  assert.equal((await run(other.path)).exit, 1, "nobody has agreed yet");
  assert.equal((await as("extension", "install", "--allow-all-requested")).exit, 0);
  assert.equal((await run(other.path)).exit, 0);
});

Deno.test("an extension of the same name from another registry is another one, and is asked for again", async () => {
  await using at = await published({ manifest: "permissions:\n  net: [api.example.com]\n" });
  await at.reader(["extension", "pull", "@acme/greeter", "--allow-all-requested"]);
  const mirror = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    const { pathname, search } = new URL(request.url);
    return fetch(at.on.url + pathname + search, { redirect: "manual" });
  });
  const serverUrl = `http://127.0.0.1:${mirror.addr.port}`;
  const path = `${at.repo}/upstream_extensions.json`;
  const lockfile = JSON.parse(await Deno.readTextFile(path));
  lockfile["@acme/greeter"].serverUrl = serverUrl;
  await Deno.writeTextFile(path, JSON.stringify(lockfile));
  await Deno.remove(`${at.repo}/.svc/bundles`, { recursive: true });
  const { stdout } = await at.ada.svc(["extension", "install", "--json"], {
    cwd: at.repo,
    env: { XDG_CONFIG_HOME: at.repo, SVC_CLUB_URL: "" },
  });
  await mirror.shutdown();
  assert.match(
    JSON.parse(stdout).entries[0].error,
    new RegExp(`2026\\.11\\.21\\.1 from ${serverUrl} requests permissions:\n {2}net api`),
  );
});

Deno.test("a trusted lockfile grants what it names and nothing else; alone it grants nothing", async () => {
  await using at = await published({
    codeless: true,
    manifest: "permissions:\n  net: [api.example.com]\n",
  });
  await at.reader(["extension", "pull", "@acme/greeter", "--allow-all-requested"]);
  const text = await cloned(at.repo);
  const path = `${at.repo}/upstream_extensions.json`;
  const edited = async (edit: (requested: { declared?: string[] } | undefined) => unknown) => {
    const lockfile = JSON.parse(text);
    lockfile["@acme/greeter"].requested = edit(lockfile["@acme/greeter"].requested);
    await Deno.writeTextFile(path, JSON.stringify(lockfile));
  };
  for (
    const [edit, difference] of [
      [() => ({ declared: ["net:api.example.com", "run:sh"] }), /- run:sh, not requested/],
      [() => ({}), /\+ net:api\.example\.com, not in the lockfile/],
      [() => undefined, /\+ net:api\.example\.com/],
    ] as const
  ) {
    await edited(edit);
    const { exit, result } = await install(at.reader, "--trust-lockfile");
    assert.equal(exit, 1);
    assert.match(result.entries[0].error, difference);
  }
  // What somebody wrote into the lockfile is not what is asked for.
  await edited(() => ({ declared: ["net:api.example.com", "run:sh"] }));
  const asked = await install(at.reader);
  assert.match(asked.result.entries[0].error, /requests permissions:\n {2}net api\.example\.com/);
  assert.doesNotMatch(asked.result.entries[0].error, /run sh/);
  await Deno.writeTextFile(path, text);
  const trusted = await install(at.reader, "--trust-lockfile");
  assert.deepEqual(trusted.result.entries[0].permissions, ["net:api.example.com"], trusted.stderr);
  // An edit after that grants nothing to what is installed.
  await edited(() => ({ declared: ["net:api.example.com", "run:sh"] }));
  assert.equal((await install(at.reader, "--trust-lockfile")).result.upToDate, 1);
  const listed = await at.reader(["extension", "permissions", "@acme/greeter", "--json"]);
  assert.deepEqual(
    JSON.parse(listed.stdout).extensions[0].permissions,
    [{
      permission: "net:api.example.com",
      line: "net api.example.com",
      state: "granted",
      by: "you",
      declared: true,
      found: [],
    }],
  );
});

Deno.test("lost bundles are made again although every source is in its place", async () => {
  await using at = await published({});
  await at.reader(["extension", "pull", "@acme/greeter"]);
  await Deno.remove(`${at.repo}/.svc/bundles`, { recursive: true });
  assert.equal((await install(at.reader)).result.installed, 1);
  const described = await at.reader(["model", "type", "describe", "@acme/greeter"]);
  assert.equal(described.exit, 0, described.stderr);
  assert.equal((await install(at.reader)).result.upToDate, 1);
});

Deno.test("yanked versions are restored with a warning", async () => {
  await using at = await published({ codeless: true });
  await at.reader(["extension", "pull", "@acme/greeter"]);
  const yanked = await at.ada.svc(
    ["extension", "yank", "@acme/greeter", "2026.11.21.1", "--reason", "Rude.", "--yes"],
  );
  assert.equal(yanked.exit, 0, yanked.stderr);
  await cloned(at.repo);
  const { exit, stderr, result } = await install(at.reader);
  assert.equal(exit, 0);
  assert.equal(result.installed, 1);
  assert.match(stderr, /warning: @acme\/greeter 2026\.11\.21\.1 was yanked: Rude\. It is restored/);
});

Deno.test("other bytes than were pulled are refused, alone, and leave nothing", async () => {
  await using at = await published({ codeless: true }, { codeless: true, name: "@acme/second" });
  for (const name of ["@acme/greeter", "@acme/second"]) {
    await at.reader(["extension", "pull", name]);
  }
  const lockfile = JSON.parse(await cloned(at.repo));
  lockfile["@acme/greeter"].checksum = "0".repeat(64);
  const path = `${at.repo}/upstream_extensions.json`;
  await Deno.writeTextFile(path, JSON.stringify(lockfile));
  const { exit, result } = await install(at.reader);
  assert.equal(exit, 1);
  assert.deepEqual(
    result.entries.map(({ status }: { status: string }) => status),
    ["failed", "installed"],
  );
  assert.match(result.entries[0].error, /has SHA-256 \w{64} on .* but the lockfile has 0{64}/);
  await assert.rejects(
    Deno.stat(`${at.repo}/.svc/pulled-extensions/@acme/greeter`),
    Deno.errors.NotFound,
  );
  assert.equal(
    JSON.parse(await Deno.readTextFile(path))["@acme/greeter"].checksum,
    "0".repeat(64),
    "the lockfile still says what was reviewed",
  );
  const text = await at.reader(["extension", "install"]);
  assert.match(text.stdout, /^@acme\/greeter {2}2026\.11\.21\.1 {2}failed\n {4}@acme\/greeter/);
});

Deno.test("files changed by hand are somebody's work: kept without --force", async () => {
  await using at = await published({});
  await at.reader(["extension", "pull", "@acme/greeter"]);
  const file = `${at.repo}/.svc/pulled-extensions/@acme/greeter/models/greeter.ts`;
  await Deno.writeTextFile(file, "// mine");
  const { exit, result } = await install(at.reader);
  assert.equal(exit, 1);
  assert.match(result.entries[0].error, /were changed here .*\nhint: .*--force/);
  assert.equal(await Deno.readTextFile(file), "// mine");
  assert.equal((await install(at.reader, "--force")).result.installed, 1);
  assert.notEqual(await Deno.readTextFile(file), "// mine");
});

Deno.test("a lockfile that reaches outside the repository is refused before anything is fetched", async () => {
  await using at = await published();
  const outside = `${at.repo}/../outside`;
  const entry = {
    version: "2026.11.21.1",
    pulledAt: "2026-11-21T00:00:00.000Z",
    files: [],
    checksum: "0".repeat(64),
    filesChecksum: "0".repeat(64),
    serverUrl: "http://127.0.0.1:1",
  };
  const write = (value: unknown) =>
    Deno.writeTextFile(`${at.repo}/upstream_extensions.json`, JSON.stringify(value));
  for (
    const [lockfile, error] of [
      [{ "@acme/../../../outside": entry }, /not|name/i],
      [{ "@acme/a": { ...entry, files: ["../../outside"] } }, /entry for @acme\/a is damaged/],
      [{ "@acme/a": { ...entry, checksum: "md5" } }, /entry for @acme\/a is damaged/],
      [{ "@acme/a": { ...entry, serverUrl: "file:///etc" } }, /not the address of a server/],
    ] as const
  ) {
    await write(lockfile);
    const { exit, result } = await install(at.reader, "--force");
    assert.equal(exit, 1);
    assert.equal(result.entries[0].status, "failed");
    assert.match(result.entries[0].error, error);
    assert.doesNotMatch(result.entries[0].error, /cannot be reached/);
  }
  await assert.rejects(Deno.stat(outside), Deno.errors.NotFound);
  await write([]);
  const broken = await at.reader(["extension", "install", "--json"]);
  assert.equal(JSON.parse(broken.stderr).code, "validation_failed");
});

Deno.test("the key goes to the server one is logged in to, and to no other a lockfile names", async () => {
  await using at = await published({ codeless: true });
  await at.ada.svc(["extension", "pull", "@acme/greeter"], { cwd: at.repo });
  const lockfile = JSON.parse(await cloned(at.repo));
  const seen: (string | null)[] = [];
  const other = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    seen.push(request.headers.get("authorization"));
    return Response.json({ error: "gone" }, { status: 404 });
  });
  lockfile["@acme/greeter"].serverUrl = `http://127.0.0.1:${other.addr.port}`;
  await Deno.writeTextFile(`${at.repo}/upstream_extensions.json`, JSON.stringify(lockfile));
  const { exit, stdout } = await at.ada.svc(["extension", "install"], { cwd: at.repo });
  await other.shutdown();
  assert.equal(exit, 1);
  assert.match(stdout, /gone/);
  assert.ok(seen.length > 0);
  assert.deepEqual([...new Set(seen)], [null]);
});

Deno.test("an empty lockfile is nothing to do", async () => {
  await using at = await published();
  const { exit, stdout } = await at.reader(["extension", "install"]);
  assert.deepEqual([exit, stdout], [0, "The lockfile names no extensions.\n"]);
});
