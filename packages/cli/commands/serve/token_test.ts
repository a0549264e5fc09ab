import assert from "node:assert/strict";
import { initRepository } from "@svc/runtime/repository";
import { svc, temporaryConfig, type TestHost } from "../../testing/host.ts";

const DAY_MS = 86_400_000;

/** A repository with the behavior `deploy`, whose method is `execute`, and nobody logged in. */
async function scene() {
  const { path, ...folder } = await temporaryConfig();
  await initRepository(`${path}/repository`);
  const at = (line: string, settings: TestHost = {}) =>
    svc(line.split(" "), {
      cwd: `${path}/repository`,
      ...settings,
      env: { XDG_CONFIG_HOME: `${path}/config`, USER: "ada", ...settings.env },
    });
  const created = await at("behavior create command/shell deploy");
  assert.equal(created.exit, 0, created.stderr);
  return {
    path,
    svc: at,
    async json(line: string) {
      const { exit, stdout, stderr } = await at(`${line} --json`);
      assert.equal(exit, 0, stderr);
      return JSON.parse(stdout);
    },
    async refused(line: string) {
      const { exit, stdout, stderr } = await at(`${line} --json`);
      assert.notEqual(exit, 0);
      assert.equal(stdout, "");
      return { exit, ...JSON.parse(stderr) };
    },
    ...folder,
  };
}

const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;

Deno.test("create prints the token alone on stdout, and beside it what it may do and that it is shown once", async () => {
  await using on = await scene();
  const { exit, stdout, stderr } = await on.svc("serve token create ci --allow deploy:execute");
  assert.equal(exit, 0, stderr);
  assert.match(stdout, /^ci\.[0-9a-f]{64}\n$/);
  assert.match(
    stderr,
    /Token 'ci' may run deploy:execute\.\nIt expires at .*Z\.\nIt is shown only once/,
  );
  const secret = stdout.trim().slice(3);
  const list = await on.svc("serve token list");
  assert.ok(!`${stderr}${list.stdout}${list.stderr}`.includes(secret));
});

Deno.test("a token lives for 30 days, for as long as was said, or for ever", async () => {
  await using on = await scene();
  const usual = await on.json("serve token create a --allow deploy");
  assert.equal(days(usual.createdAt, usual.expiresAt), 30);
  const long = await on.json("serve token create b --allow deploy --expires 90d");
  assert.equal(days(long.createdAt, long.expiresAt), 90);
  assert.equal(
    (await on.json("serve token create c --read deploy --expires never")).expiresAt,
    null,
  );
  assert.equal(
    (await on.refused("serve token create d --allow deploy --expires 0d")).code,
    "usage",
  );
});

Deno.test("a token without rights, or with an entry that is none, is not made", async () => {
  await using on = await scene();
  assert.match((await on.refused("serve token create ci")).hint, /--allow/);
  for (const entry of ["deploy:", "a*b", ":x", "*:", ""]) {
    assert.equal((await on.refused(`serve token create ci --allow=${entry}`)).code, "usage", entry);
  }
  assert.deepEqual((await on.json("serve token list")).tokens, []);
});

Deno.test("what names nothing in the repository is warned about, with the nearest name", async () => {
  await using on = await scene();
  const { exit, stderr } = await on.svc(
    "serve token create ci --allow deplyo --allow deploy:exectue --allow rep* --read audit --allow d*:execute",
  );
  assert.equal(exit, 0);
  assert.deepEqual(stderr.split("\n").filter((line) => line.startsWith("warning")), [
    "warning: 'deplyo' names no behavior of this repository. Did you mean 'deploy'?",
    "warning: 'deploy:exectue' names no method of deploy. Did you mean 'execute'?",
    "warning: 'rep*' names no behavior of this repository",
    "warning: 'audit' names no behavior of this repository",
    "warning: deploy is of type command/shell: whoever has this token can run any command as " +
    "the user that 'svc serve' runs as",
  ]);
});

Deno.test("list shows each token's state, rights and dates, and who made it", async () => {
  await using on = await scene();
  await on.json("serve token create ci --allow deploy:execute --allow deploy");
  await on.json("serve token create old --read *");
  await on.json("serve token revoke old");
  const { tokens } = await on.json("serve token list");
  assert.deepEqual(
    tokens.map((
      { name, kind, state, allow, read, createdBy, lastUsedAt }: typeof tokens[0],
    ) => [name, kind, state, allow, read, createdBy, lastUsedAt]),
    [
      ["ci", "token", "active", ["deploy:execute", "deploy"], [], "ada@builder-number-seven", null],
      ["old", "token", "revoked", [], ["*"], "ada@builder-number-seven", null],
    ],
  );
  const { stdout } = await on.svc("serve token list");
  assert.match(
    stdout,
    /^NAME +STATE .*\nci +active +deploy:execute,deploy +- .*\nold +revoked +- +\* /,
  );
  await using empty = await scene();
  assert.match((await empty.svc("serve token list")).stdout, /No tokens/);
});

Deno.test("rotate gives a new secret and end, keeps the rights, and says how long the old one is good", async () => {
  await using on = await scene();
  const first = await on.json("serve token create ci --allow deploy");
  const second = await on.json("serve token rotate ci --expires 90d --grace 1h");
  assert.notEqual(second.token, first.token);
  assert.deepEqual([second.allow, days(second.rotatedAt, second.expiresAt)], [["deploy"], 90]);
  assert.equal(Date.parse(second.graceEndsAt) - Date.parse(second.rotatedAt), 3_600_000);
  const third = await on.json("serve token rotate ci");
  assert.deepEqual([third.graceEndsAt, days(third.rotatedAt, third.expiresAt)], [null, 30]);
  assert.match((await on.refused("serve token rotate ci --grace 8d")).hint, /7d/);
  assert.equal((await on.refused("serve token rotate ci --grace soon")).code, "invalid_argument");
});

Deno.test("revoke is permanent: again it tells when, a rotation is refused, the name stays taken", async () => {
  await using on = await scene();
  await on.json("serve token create ci --allow deploy");
  const first = await on.json("serve token revoke ci");
  assert.deepEqual([first.name, first.state, first.alreadyRevoked], ["ci", "revoked", false]);
  assert.deepEqual(await on.json("serve token revoke ci"), { ...first, alreadyRevoked: true });
  assert.equal((await on.refused("serve token rotate ci")).code, "conflict");
  const taken = await on.refused("serve token create ci --allow deploy");
  assert.equal(taken.code, "name_taken");
  assert.match(taken.hint, /30 days/);
});

Deno.test("a name that is not there is refused with the nearest; a whole token is not repeated", async () => {
  await using on = await scene();
  await on.json("serve token create ci-deploy --allow deploy");
  assert.match((await on.refused("serve token revoke ci-deplyo")).hint, /'ci-deploy'/);
  const secret = "5".repeat(64);
  for (
    const command of [
      `create ci.${secret} --allow deploy`,
      `revoke ci.${secret}`,
      `rotate ${secret}`,
    ]
  ) {
    const refused = await on.svc(`serve token ${command}`);
    assert.notEqual(refused.exit, 0);
    assert.ok(!`${refused.stdout}${refused.stderr}`.includes(secret));
  }
});

Deno.test("two copies of a repository have tokens of their own, and none comes with a repository", async () => {
  await using on = await scene();
  await on.json("serve token create ci --allow deploy");
  const copy = `${on.path}/copy`;
  const copied = await new Deno.Command("cp", { args: ["-r", `${on.path}/repository`, copy] })
    .output();
  assert.ok(copied.success);
  const { stdout } = await on.svc("serve token list --json", { cwd: copy });
  assert.deepEqual(JSON.parse(stdout).tokens, []);
});

Deno.test("create warns of a token that lets its holder run any command", async () => {
  await using on = await scene();
  const warned = async (options: string) =>
    (await on.svc(`serve token create ${crypto.randomUUID().slice(0, 8)} ${options}`)).stderr
      .includes("deploy is of type command/shell: whoever has this token can run any command");
  assert.equal(await warned("--allow deploy"), true);
  assert.equal(await warned("--allow *:execute"), true);
  assert.equal(await warned("--allow deploy:other"), false);
  assert.equal(await warned("--read deploy"), false);
});
