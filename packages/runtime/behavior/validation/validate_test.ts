import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { inspectDefinition } from "../../repository/definitions/read.ts";
import { GREET, modelText, writeFiles } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { greeterRepository, type TestRepository } from "../../testing/repository.ts";
import { inspectExpressions } from "./expressions.ts";
import { validateAll, validateDefinition } from "./validate.ts";

const MODEL = modelText(GREET, {
  globals: "{ owner: z.string(), limit: z.number().int().max(10).optional(), " +
    "token: z.string().meta({ sensitive: true }).optional() }",
});

async function place(files: Record<string, string>): Promise<TestRepository> {
  const greeter = await greeterRepository(MODEL, { globals: { owner: "acme" } });
  await writeFiles(`${greeter.repository.root}/behaviors`, files);
  return greeter;
}

const GOOD = `type: "@acme/greeter"
id: good-1
name: good
globalArguments:
  owner: \${{ inputs.team }}
  token: \${{ env.TOKEN }}
  limit: \${{ size(model.hello.definition.name) }}
methods:
  greet: { arguments: { name: "\${{ data.latest('hello', 'main').attributes.text }}" } }
inputs: { properties: { team: { type: string, default: core } } }
`;

const BAD = `type: "@acme/greeter"
id: bad-1
name: bad
globalArguments:
  limit: 50
  onwer: acme
  token: ghp_literal
methods:
  greet:
    arguments:
      name: 5
      nmae: x
  greeet: {}
  other:
    arguments: { a: "\${{ inputs.tem }}", b: "\${{ modl.x }}", c: "\${{ 1 + }}" }
resources: { greting: { lifetime: 1d } }
tags:
  a: \${{ self.x }}
`;

Deno.test("a good behavior passes every step, with a word on the environment", async () => {
  await using greeter = await place({ "good.yaml": GOOD });
  const report = await validateDefinition(greeter.repository, "good");
  deepEqual(report.validations.map(({ name, error }) => [name, error]), [
    ["Definition schema", undefined],
    ["Global arguments", undefined],
    ["Method arguments", undefined],
    ["Expression paths", undefined],
    ["Check selection", undefined],
  ]);
  deepEqual(report.warnings.map(({ envVars }) => envVars), [[
    { path: "globalArguments.token", envVar: "TOKEN" },
  ]]);
  equal(report.passed, true);
});

Deno.test("a vault that is not there is told, and no secret is asked for", async () => {
  const file = GOOD.replace("${{ env.TOKEN }}", "${{ vault.get(prdo, TOKEN) }}");
  await using greeter = await place({ "good.yaml": file });
  const problemsWith = async (names: string[]) => {
    const { validations, warnings } = await validateDefinition(greeter.repository, "good", {
      vaults: () => Promise.resolve(names),
    });
    deepEqual(warnings.map(({ message, secrets }) => [message, secrets]), [[
      "takes TOKEN of prdo from a vault at each run",
      [{ path: "globalArguments.token", vault: "prdo", key: "TOKEN" }],
    ]]);
    return validations.flatMap(({ problems = [] }) => problems).map(({ message }) => message);
  };
  deepEqual(await problemsWith(["prdo"]), []);
  const [problem] = await problemsWith(["prod", "test"]);
  match(problem!, /^there is no vault 'prdo'\. Did you mean 'prod'\? 'svc vault create/);
});

Deno.test("every problem of a behavior is told with its line", async () => {
  await using greeter = await place({ "sub/bad.yml": BAD });
  const report = await validateDefinition(greeter.repository, "bad-1");
  const problems = report.validations.flatMap(({ problems = [] }) => problems);
  const lines = problems.map(({ line, path, message }) => `${line} ${path} ${message}`).join("\n");
  for (
    const wanted of [
      /^4 globalArguments\.owner is required$/m,
      /^5 globalArguments\.limit .*10/m,
      /^7 globalArguments\.token is a secret/m,
      /^11 methods\.greet\.arguments\.name must be a string, not a number$/m,
      /^12 methods\.greet\.arguments\.nmae is not declared\. Did you mean 'name'\?$/m,
      /^13 methods\.greeet is not a method\. Did you mean 'greet'\?$/m,
      /^15 methods\.other\.arguments\.a the input 'tem' is not declared\./m,
      /^15 methods\.other\.arguments\.b .*names 'modl', which does not exist\. Did you mean 'model'/m,
      /^15 methods\.other\.arguments\.c .*is not a valid expression/m,
      /^16 resources there is no 'greting'\. Did you mean 'greeting'\?$/m,
    ]
  ) match(lines, wanted);
  const warned = report.warnings.find(({ name }) => name === "Global arguments")!;
  match(warned.message, /^globalArguments\.onwer is not declared .* Did you mean 'owner'/);
  equal(report.path, "behaviors/sub/bad.yml");
  equal(report.passed, false);
  const only = await validateDefinition(greeter.repository, "bad", { method: "greet" });
  ok(!JSON.stringify(only.validations[2]).includes("greeet"));
  await rejects(
    validateDefinition(greeter.repository, "bad", { method: "gret" }),
    refusal("unknown_method", /Did you mean 'greet'/),
  );
});

Deno.test("all files are checked, those included that no behavior can be told from", async () => {
  await using greeter = await place({
    "good.yaml": GOOD,
    "again.yaml": GOOD.replace("name: good", "name: again"),
    "broken.yaml": "type: [",
    "huge.yaml": `type: a/b\nid: h\nname: huge\nx: ${"x".repeat(300_000)}\n`,
    "far.yaml":
      "type: '@acme/absent'\nid: f\nname: far\nglobalArguments: { a: '${{ model.godo.x }}' }\n",
  });
  const summary = await validateAll(greeter.repository);
  deepEqual(summary.models.map(({ modelName, passed }) => [modelName, passed]), [
    ["hello", true],
    ["again", false],
    ["broken", false],
    ["far", false],
    ["good", false],
    ["huge", false],
  ]);
  deepEqual([summary.totalPassed, summary.totalFailed, summary.passed], [1, 5, false]);
  const words = JSON.stringify(summary);
  for (
    const wanted of [
      /behaviors\/good\.yaml has the same id/,
      /Unknown type: @acme\/absent/,
      /no behavior 'godo'\. Did you mean 'good'/,
      /huge.*bytes; at most/,
    ]
  ) match(words, wanted);
});

Deno.test("the behavior that the manual shows is one, and its expressions are right", async () => {
  const manual = await Deno.readTextFile(`${import.meta.dirname}/../../../../docs/behaviors.md`);
  const { definition, problems } = await inspectDefinition(
    /```yaml\n([\s\S]*?)```/.exec(manual)![1]!,
  );
  deepEqual(problems, []);
  deepEqual(inspectExpressions(definition!, { names: [], ids: [] }), {
    secrets: [],
    problems: [],
    envVars: [{ path: "globalArguments.token", envVar: "ALERTS_TOKEN" }],
  });
});
