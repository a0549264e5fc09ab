import assert from "node:assert/strict";
import { initRepository } from "@svc/runtime/repository";
import { writeExtension } from "../../testing/extension.ts";
import { svc, temporaryConfig, type TestHost } from "../../testing/host.ts";
import { listeningRegistry, loggedIn } from "../../testing/registry.ts";

/** A repository of its own, and svc in it. */
async function repository() {
  const { path, ...folder } = await temporaryConfig();
  await initRepository(path);
  return {
    path,
    svc: (argv: string[], settings: TestHost = {}) =>
      svc(argv, { cwd: path, ...settings, env: { XDG_CONFIG_HOME: path, ...settings.env } }),
    ...folder,
  };
}

const shell = (command: string) => ["--input", `run=${command}`];

Deno.test("what one person pushes, another pulls, describes, creates, runs and reads", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  await on.createCollective(ada.cookie, "acme");
  await using folder = await temporaryConfig();
  const pushed = await ada.svc([
    "extension",
    "push",
    await writeExtension(folder.path),
    "--yes",
    "--no-check",
  ]);
  assert.equal(pushed.exit, 0, pushed.stderr);

  await using repo = await repository();
  const at = (argv: string[]) => repo.svc(argv, { env: { SVC_CLUB_URL: on.url } });
  assert.equal((await at(["extension", "pull", "@acme/greeter"])).exit, 0);
  const created = await at(["behavior", "create", "@acme/greeter", "hello"]);
  assert.match(created.stdout, /^Created: hello \(@acme\/greeter\)$/m);
  const run = await at(["behavior", "run", "hello", "greet", "--input", "name=Ada"]);
  assert.equal(run.exit, 0, run.stderr);
  assert.match(run.stderr, /^Running greet of hello \(@acme\/greeter\)\n\| Greeting Ada\n$/);
  assert.match(run.stdout, /^hello greet succeeded in \d+ ms\n {2}wrote greeting\n/);
  assert.equal(
    (await at(["data", "get", "hello", "greeting"])).stdout,
    '{\n  "text": "Hello, Ada"\n}\n',
  );
});

Deno.test("a name that was given before its type is told apart from an unknown type", async () => {
  await using repo = await repository();
  const swapped = await repo.svc(["behavior", "create", "hello", "@acme/greeter"]);
  assert.equal(swapped.exit, 2);
  assert.match(
    swapped.stderr,
    /The type comes first, then the name\nhint: svc behavior create @acme\/greeter hello/,
  );
});

Deno.test("describe has its three forms, also outside of a repository for what is built in (spec 4.5)", async () => {
  const at = (...more: string[]) =>
    svc(["model", "type", "describe", "command/shell", ...more], { cwd: "/", env: {} });
  const text = (await at()).stdout;
  assert.match(text, /^Type: command\/shell\nVersion: 2026\.02\.09\.1\n\nData Outputs:\n/);
  assert.match(text, /^ {2}log \[file\] - .* \(text\/plain, infinite\)$/m);
  assert.match(text, /^ {2}execute - .*\n {4}Inputs:\n {6}run \(string\) \*required$/m);
  const full = JSON.parse((await at("--json")).stdout);
  assert.deepEqual(full.type, { raw: "command/shell", normalized: "command/shell" });
  assert.equal(full.methods[0].arguments.additionalProperties, false);
  assert.equal(full.dataOutputSpecs[0].kind, "resource");
  const compact = JSON.parse((await at("--compact", "--json")).stdout);
  assert.deepEqual(compact.dataOutputSpecs, ["result", "log"]);
  assert.deepEqual(Object.keys(compact.methods[0].arguments), ["properties", "required"]);
  assert.deepEqual(compact.methods[0].arguments.properties.run, { type: "string" });
});

Deno.test("an unknown type is named as such, with how to look for it and pull it", async () => {
  await using repo = await repository();
  const { exit, stderr } = await repo.svc(["model", "type", "get", "@acme/nothing", "--json"]);
  assert.equal(exit, 1);
  const { code, hint } = JSON.parse(stderr);
  assert.equal(code, "unknown_type");
  assert.match(hint, /svc extension (search|pull)/);
});

Deno.test("a type is run directly under a name, and its behavior is made on the way once", async () => {
  await using repo = await repository();
  const run = (...argv: string[]) => repo.svc(["behavior", "run", ...argv, ...shell("echo hi")]);
  const first = await run("command/shell", "execute", "quick");
  assert.equal(first.exit, 0, first.stderr);
  assert.match(
    first.stderr,
    /^Made the behavior quick of command\/shell\nRunning execute of quick /,
  );
  assert.match(first.stdout, /^quick execute succeeded /);
  assert.doesNotMatch((await run("@command/shell", "execute", "quick")).stderr, /Made/);
  const nameless = await run("command/shell", "execute");
  assert.match(nameless.stderr, /svc behavior run command\/shell <method> <name>/);
});

Deno.test("arguments come from --input, --arg, a file and stdin, the nearer over the farther", async () => {
  await using repo = await repository();
  await repo.svc(["behavior", "create", "command/shell", "sh"]);
  const run = async (argv: string[], stdin = "") => {
    const { exit, stdout, stderr } = await repo.svc(
      ["behavior", "run", "sh", "execute", "--json", ...argv],
      { stdin },
    );
    assert.equal(exit, 0, stderr);
    return JSON.parse(stdout);
  };
  assert.equal((await run(shell("echo 1"))).methodArguments.run, "echo 1");
  assert.equal((await run(["--arg", "run=echo 2"])).methodArguments.run, "echo 2");
  await Deno.writeTextFile(`${repo.path}/in.yaml`, "run: echo 3\nignoreExitCode: true\n");
  const file = ["--input-file", `${repo.path}/in.yaml`];
  assert.deepEqual((await run(file)).methodArguments, { run: "echo 3", ignoreExitCode: true });
  assert.equal((await run([...file, ...shell("echo 4")])).methodArguments.run, "echo 4");
  const many = await run(["--stdin"], '{"run":"echo 5"}\n{"run":"echo 6"}\n');
  assert.deepEqual(
    many.map((one: { methodArguments: { run: string } }) => one.methodArguments.run),
    ["echo 5", "echo 6"],
  );
  assert.equal((await run(["--stdin"], '[{"run":"echo 7"}]')).length, 1, "a list in, a list out");
  const { exit, stderr } = await repo.svc(
    ["behavior", "run", "sh", "execute", "--stdin", ...file, "--json"],
  );
  assert.deepEqual([exit, JSON.parse(stderr).code], [2, "usage"]);
});

Deno.test("a failed run prints no result, says why and exits 1", async () => {
  await using repo = await repository();
  await repo.svc(["behavior", "create", "command/shell", "sh"]);
  const failed = await repo.svc(["behavior", "run", "sh", "execute", "--json", ...shell("exit 3")]);
  assert.deepEqual([failed.exit, failed.stdout], [1, ""]);
  assert.match(JSON.parse(failed.stderr).error, /Command exited with code 3/);
  const missing = await repo.svc(["behavior", "run", "sh", "execute", "--json"]);
  assert.equal(JSON.parse(missing.stderr).code, "invalid_argument");
  const method = await repo.svc(["behavior", "run", "sh", "exec", "--json"]);
  assert.equal(JSON.parse(method.stderr).code, "unknown_method");
});

Deno.test("own sources run without permissions as they are; what they ask for is granted once", async () => {
  await using repo = await repository();
  const manifest = await writeExtension(`${repo.path}/extensions/greeter`);
  const run = (...more: string[]) =>
    repo.svc(
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
    );
  assert.equal((await run()).exit, 0);
  const ask = async (permissions: string) => {
    const text = await Deno.readTextFile(manifest);
    await Deno.writeTextFile(
      manifest,
      `${text.replace(/^permissions:[\s\S]*/m, "")}permissions:\n${permissions}`,
    );
  };
  await ask("  net: [api.example.com]\n");
  const refused = JSON.parse((await run()).stderr);
  assert.equal(refused.code, "consent_required");
  assert.match(refused.error, /^@acme\/greeter \(extensions\/greeter\/manifest\.yaml\) requests /);
  assert.match(refused.error, /\n {2}net api\.example\.com$/);
  const [, grant, options] = /\n {2}svc (extension grant \S+ \S+)\nor add to this command: (.*)$/
    .exec(refused.hint)!;
  assert.equal((await run(...options!.split(" "))).exit, 0);
  assert.equal((await run("--yes")).exit, 1, "that was for one run");
  assert.equal((await repo.svc(grant!.split(" "))).exit, 0);
  assert.equal((await run("--yes")).exit, 0, "once is enough");
  await ask("  net: [api.example.com]\n  env: [HOME]\n");
  assert.match(JSON.parse((await run()).stderr).error, /now also requests .*:\n {2}env HOME$/s);
});

Deno.test("--quiet runs without a word beside the result", async () => {
  await using repo = await repository();
  await repo.svc(["behavior", "create", "command/shell", "sh"]);
  const run = await repo.svc(["behavior", "run", "sh", "execute", "-q", ...shell("echo hi")]);
  assert.equal(run.stderr, "");
  assert.match(run.stdout, /succeeded/);
});

Deno.test("data is listed, read by version, and kept until a behavior is deleted with --force", async () => {
  await using repo = await repository();
  await repo.svc(["behavior", "create", "command/shell", "sh", "--tag", "team=core"]);
  for (const word of ["one", "two"]) {
    await repo.svc(["behavior", "run", "sh", "execute", ...shell(`echo ${word}`)]);
  }
  const list = (await repo.svc(["data", "list", "sh"])).stdout;
  assert.match(list, /^NAME +KIND +VERSION +BYTES +WRITTEN\nlog +file +2 /);
  const first = await repo.svc(["data", "get", "sh", "result", "--version", "1", "--json"]);
  assert.equal(JSON.parse(first.stdout).content.stdout, "one");
  assert.equal(JSON.parse(first.stdout).tags.team, "core");
  const bare = await repo.svc(["data", "get", "sh", "result", "--no-content", "--json"]);
  assert.ok(!("content" in JSON.parse(bare.stdout)));
  assert.match((await repo.svc(["data", "versions", "sh", "result"])).stdout, /^2 \(latest\) /m);

  assert.equal((await repo.svc(["behavior", "delete", "sh"])).exit, 2, "it asks first");
  const kept = await repo.svc(["behavior", "delete", "sh", "-y", "--json"]);
  assert.equal(JSON.parse(kept.stderr).code, "conflict");
  const gone = await repo.svc(["behavior", "delete", "sh", "-y", "--force"]);
  assert.match(gone.stdout, /^Deleted sh \(command\/shell\) and 4 versions of data\.$/m);
  assert.deepEqual(
    JSON.parse((await repo.svc(["behavior", "search", "--json"])).stdout).results,
    [],
  );
});

Deno.test("a run is recorded as the stored login's, and as nobody's with SVC_API_KEY", async () => {
  await using repo = await repository();
  await repo.svc(["behavior", "create", "command/shell", "sh"]);
  const by = async (env: Record<string, string>) =>
    JSON.parse(
      (await repo.svc(["behavior", "run", "sh", "execute", "--json", ...shell("true")], { env }))
        .stdout,
    ).initiatedBy;
  assert.equal(await by({}), "ghost");
  await Deno.mkdir(`${repo.path}/svc`, { recursive: true });
  await Deno.writeTextFile(
    `${repo.path}/svc/auth.json`,
    JSON.stringify({
      serverUrl: "http://localhost:1",
      apiKey: `svc_${"0".repeat(32)}`,
      apiKeyId: "k",
      username: "ada",
      collectives: [],
    }),
    { mode: 0o600 },
  );
  assert.equal(await by({}), "user:ada");
  assert.equal(await by({ SVC_API_KEY: `svc_${"1".repeat(32)}` }), "ghost");
});

Deno.test("init makes a repository once, and again only with --force", async () => {
  await using folder = await temporaryConfig();
  const at = (argv: string[]) => svc(argv, { cwd: folder.path, env: {} });
  const made = await at(["init", "automation", "--json"]);
  assert.equal(JSON.parse(made.stdout).path, `${folder.path}/automation`);
  const again = await at(["init", "automation", "--json"]);
  assert.deepEqual([again.exit, JSON.parse(again.stderr).code], [1, "already_exists"]);
  assert.equal((await at(["repo", "init", "automation", "--force"])).exit, 0);
});

Deno.test("create names what the type needs and how to grant it; --allow grants it permanently", async () => {
  await using repo = await repository();
  await Deno.mkdir(`${repo.path}/extensions/models`, { recursive: true });
  await Deno.writeTextFile(
    `${repo.path}/extensions/models/reader.ts`,
    `import * as z from "npm:zod@4.6.7";
export const model = {
  type: "@acme/reader",
  version: "2026.11.21.1",
  methods: {
    read: {
      description: "Reads",
      arguments: z.object({}),
      execute: async (_: unknown, context: any) => {
        context.logger.info(await Deno.readTextFile("notes/a"));
      },
    },
  },
};
`,
  );
  await Deno.mkdir(`${repo.path}/notes`);
  await Deno.writeTextFile(`${repo.path}/notes/a`, "found");
  const bare = await repo.svc(["behavior", "create", "@acme/reader", "a"]);
  assert.equal(bare.exit, 0, bare.stderr);
  assert.match(bare.stderr, /requests:\n {2}read notes\/a +models\/reader\.ts:10\n/);
  assert.match(bare.stderr, /svc extension grant @acme\/reader read:notes\/a\n/);
  const wrong = await repo.svc(["behavior", "create", "@acme/reader", "b", "--allow", "rea:notes"]);
  assert.equal(wrong.exit, 1);
  assert.match(wrong.stderr, /does not begin with a kind of permission/);
  assert.equal((await repo.svc(["behavior", "get", "b"])).exit, 1);
  const made = await repo.svc([
    "behavior",
    "create",
    "@acme/reader",
    "b",
    "--allow",
    "read:notes/a",
  ]);
  assert.equal(made.exit, 0, made.stderr);
  const run = await repo.svc(["behavior", "run", "a", "read"]);
  assert.equal(run.exit, 0, run.stderr);
  assert.match(run.stderr, /\| found/);
});
