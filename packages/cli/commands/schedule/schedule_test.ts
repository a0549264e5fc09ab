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
  const add = (
    name: string,
    ...more: string[]
  ) => ["schedule", "add", name, "deploy", "execute", ...more];
  return {
    svc: at,
    add,
    async json(argv: readonly string[]) {
      const { exit, stdout, stderr } = await at([...argv, "--json"]);
      assert.equal(exit, 0, stderr);
      return JSON.parse(stdout);
    },
    async refused(argv: readonly string[]) {
      const { exit, stdout, stderr } = await at([...argv, "--json"]);
      assert.notEqual(exit, 0);
      assert.equal(stdout, "");
      return { exit, ...JSON.parse(stderr) };
    },
    path,
    ...folder,
  };
}

const RUN = ["--input", "run=true"];
const NIGHTLY = ["--cron", "0 3 * * 1-5", "--timezone", "Europe/Berlin"];

Deno.test("add says the next three times in the schedule's zone", async () => {
  await using on = await scene();
  const { exit, stdout, stderr } = await on.svc(on.add("nightly", ...NIGHTLY, ...RUN));
  assert.equal(exit, 0, stderr);
  assert.match(
    stdout,
    /^Added .*'nightly'.*Next:\n( {2}(Mon|Tue|Wed|Thu|Fri) \d{4}-\d\d-\d\d 03:00 (CET|CEST|GMT\+[12])\n){3}$/,
  );
});

Deno.test("a schedule is kept beside the repository, not in it, and its values are not shown", async () => {
  await using on = await scene();
  const added = await on.json(on.add("nightly", ...NIGHTLY, "--input", "run=echo hidden-value"));
  assert.deepEqual(added.inputs, ["run"]);
  assert.equal(added.createdBy, "ada@builder-number-seven");
  const grep = await new Deno.Command("grep", {
    args: ["-rl", "nightly", `${on.path}/repository`],
  }).output();
  assert.equal(new TextDecoder().decode(grep.stdout), "");
  const { stdout } = await on.svc(["schedule", "list", "--json"]);
  assert.doesNotMatch(stdout, /hidden-value/);
  assert.equal(JSON.parse(stdout).schedules[0].missed, null);
});

Deno.test("what could never run is refused when it is added", async () => {
  await using on = await scene();
  const cron = ["--cron", "0 3 * * *"];
  const cases: [string[], string, RegExp][] = [
    [on.add("a", "--cron", "* * * * * *", ...RUN), "usage", /six fields/],
    [on.add("a", "--cron", "0 0 30 2 *", ...RUN), "usage", /never matches a date/],
    [on.add("a", ...cron, ...RUN, "--timezone", "Europe/Berlni"), "usage", /not a time zone/],
    [on.add("A B", ...cron, ...RUN), "invalid_name", /not a valid schedule name/],
    [on.add("a", ...cron), "invalid_argument", /run is required/],
    [on.add("a", ...cron, ...RUN, "--input", "nope=1"), "unknown_argument", /nope/],
    [on.add("a", ...cron, ...RUN, "--timeout", "soon"), "invalid_argument", /no.* duration/],
    [on.add("a", ...cron, "--input", 'run:json={"a": 1}'), "invalid_argument", /must be a string/],
    [["schedule", "add", "a", "nobody", "execute", ...cron], "definition_not_found", /nobody/],
    [["schedule", "add", "a", "deploy", "nothing", ...cron], "unknown_method", /nothing/],
  ];
  for (const [argv, code, why] of cases) {
    const refused = await on.refused(argv);
    assert.equal(refused.code, code, JSON.stringify(refused));
    assert.match(refused.error, why);
  }
  assert.deepEqual(await on.json(["schedule", "list"]), { schedules: [] });
});

Deno.test("an expression in an input is for the run to evaluate", async () => {
  await using on = await scene();
  const run = "run=${{ vault.get('prod', 'SCRIPT') }}";
  assert.deepEqual((await on.json(on.add("a", ...NIGHTLY, "--input", run))).inputs, ["run"]);
});

Deno.test("a name is there once; rm frees it, and names the nearest for one that is not there", async () => {
  await using on = await scene();
  await on.json(on.add("nightly", ...NIGHTLY, ...RUN));
  assert.equal((await on.refused(on.add("nightly", ...NIGHTLY, ...RUN))).code, "name_taken");
  const refused = await on.refused(["schedule", "rm", "nightli"]);
  assert.deepEqual([refused.code, refused.hint], ["not_found", "Did you mean 'nightly'?"]);
  assert.equal((await on.json(["schedule", "rm", "nightly"])).removed, "nightly");
  await on.json(on.add("nightly", ...NIGHTLY, ...RUN));
});
