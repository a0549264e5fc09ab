import assert from "node:assert/strict";
import { initRepository } from "@svc/runtime/repository";
import { svc, temporaryConfig, type TestHost } from "../../testing/host.ts";

/** A repository with the behavior `deploy`, whose method `execute` needs the argument `run`. */
async function scene() {
  const { path, ...folder } = await temporaryConfig();
  await initRepository(`${path}/repository`);
  const at = (argv: readonly string[], settings: TestHost = {}) =>
    svc(argv, {
      cwd: `${path}/repository`,
      ...settings,
      env: { XDG_CONFIG_HOME: `${path}/config`, USER: "ada", ...settings.env },
    });
  const created = await at(["behavior", "create", "command/shell", "deploy"]);
  assert.equal(created.exit, 0, created.stderr);
  return {
    path,
    svc: at,
    add: (
      name: string,
      ...more: string[]
    ) => ["webhook", "add", name, "deploy", "execute", ...more],
    async json(argv: readonly string[], settings: TestHost = {}) {
      const { exit, stdout, stderr } = await at([...argv, "--json"], settings);
      assert.equal(exit, 0, stderr);
      return JSON.parse(stdout);
    },
    async refused(argv: readonly string[], settings: TestHost = {}) {
      const { exit, stdout, stderr } = await at([...argv, "--json"], settings);
      assert.notEqual(exit, 0);
      assert.equal(stdout, "");
      return { exit, whole: stderr, ...JSON.parse(stderr.slice(stderr.indexOf("{"))) };
    },
    ...folder,
  };
}

const MAP = ["--map", "run=body.script"];

Deno.test("add prints the secret that svc makes alone on stdout, and where to send to beside it", async () => {
  await using on = await scene();
  const { exit, stdout, stderr } = await on.svc(on.add("hook", ...MAP));
  assert.equal(exit, 0, stderr);
  assert.match(stdout, /^whsec_[A-Za-z0-9+/]{43}=\n$/);
  assert.match(stderr, /\/hooks\/hook of the server's address[\s\S]*Standard Webhooks[\s\S]*once/);
  const list = await on.svc(["webhook", "list", "--json"]);
  assert.ok(!`${stderr}${list.stdout}`.includes(stdout.trim()));
  assert.equal(JSON.parse(list.stdout).webhooks[0].map.run, "body.script");
});

Deno.test("the secret of a sender is read from stdin, kept out of the output, never an argument", async () => {
  await using on = await scene();
  const secret = "a-secret-of-the-sender";
  const github = ["--scheme", "github", ...MAP];
  const added = await on.svc([...on.add("hook", ...github), "--secret", "-"], {
    stdin: `${secret}\n`,
  });
  assert.equal(added.exit, 0, added.stderr);
  assert.equal(added.stdout, "Added the webhook 'hook'.\n");
  assert.ok(!added.stderr.includes(secret));
  const argued = await on.refused([...on.add("other", ...github), "--secret", secret]);
  assert.equal(argued.code, "usage");
  assert.ok(!argued.whole.includes(secret));
  const short = await on.refused([...on.add("other", ...github), "--secret", "-"], {
    stdin: "short-one",
  });
  assert.equal(short.code, "invalid_argument");
  assert.ok(!short.whole.includes("short-one"));
});

Deno.test("secrets are beside the repository, readable for the operator alone", async () => {
  await using on = await scene();
  const { secret } = await on.json(on.add("hook", ...MAP));
  const found = await new Deno.Command("grep", { args: ["-rlaF", secret, on.path] }).output();
  const files = new TextDecoder().decode(found.stdout).trim().split("\n");
  assert.ok(files.length > 0);
  for (const file of files) {
    assert.match(file, /\/config\/.*\/serve\/state\.db/);
    assert.equal(Deno.statSync(file).mode! & 0o077, 0, file);
  }
});

Deno.test("what could never run is refused when it is added", async () => {
  await using on = await scene();
  const cases: [string[], string, RegExp][] = [
    [on.add("Hook", ...MAP), "invalid_name", /not a valid webhook name/],
    [on.add("a"), "invalid_argument", /run is required/],
    [on.add("a", ...MAP, "--map", "nope=body"), "unknown_argument", /nope/],
    [on.add("a", "--map", "run"), "usage", /no <name>=<expression>/],
    [on.add("a", ...MAP, ...MAP), "usage", /second time/],
    [
      on.add("a", ...MAP, "--input", "run=true"),
      "usage",
      /both with --map and as a fixed argument/,
    ],
    [on.add("a", "--input", "run=${{ env.X }}"), "usage", /never evaluated/],
    [on.add("a", "--map", "run=env.HOME"), "invalid_argument", /'run' names 'env'/],
    [on.add("a", ...MAP, "--if", "body.ref =="), "invalid_argument", /filter is not valid/],
    [on.add("a", ...MAP, "--max-body", "11"), "invalid_argument", /10000000 bytes/],
    [on.add("a", ...MAP, "--scheme", "plain"), "usage", /scheme/],
    [["webhook", "add", "a", "nobody", "execute"], "definition_not_found", /nobody/],
  ];
  for (const [argv, code, why] of cases) {
    const refused = await on.refused(argv);
    assert.equal(refused.code, code, refused.whole);
    assert.match(refused.error, why);
  }
  assert.deepEqual(await on.json(["webhook", "list"]), { webhooks: [] });
});

Deno.test("rotate gives another secret, with a grace for the old one; rm frees the name", async () => {
  await using on = await scene();
  const { secret } = await on.json(on.add("hook", ...MAP));
  const rotated = await on.json(["webhook", "rotate", "hook", "--grace", "1h"]);
  assert.notEqual(rotated.secret, secret);
  assert.equal(Date.parse(rotated.graceEndsAt) - Date.parse(rotated.rotatedAt), 3_600_000);
  assert.equal((await on.json(["webhook", "rotate", "hook"])).graceEndsAt, null);
  const absent = await on.refused(["webhook", "rotate", "hok"]);
  assert.deepEqual([absent.code, absent.hint], ["not_found", "Did you mean 'hook'?"]);
  assert.equal((await on.refused(on.add("hook", ...MAP))).code, "name_taken");
  assert.equal((await on.json(["webhook", "rm", "hook"])).removed, "hook");
  await on.json(on.add("hook", ...MAP));
});
