import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { GREET, modelText, temporaryFolder } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { greeterRepository } from "../../testing/repository.ts";
import { initRepository } from "../init.ts";
import { repositoryAt } from "../repository.ts";
import { createDefinition } from "../../behavior/definitions/create.ts";
import { deleteDefinition } from "../../behavior/definitions/delete.ts";
import { findDefinition } from "./find.ts";
import { getDefinition, searchDefinitions } from "../../behavior/definitions/get.ts";
import { createText, getText } from "../../behavior/definitions/text.ts";

const GLOBALS = `{
  owner: z.string(),
  limit: z.number().int().max(10).optional(),
  token: z.string().meta({ sensitive: true }).optional(),
  accounts: z.array(z.tuple([z.string(), z.object({ key: secret })])).optional(),
  login: z.union([z.string(), z.object({ user: z.string(), password: secret })]).optional(),
}`;
const model = modelText(GREET, {
  globals: GLOBALS,
  before: "const secret = z.string().meta({ sensitive: true, id: 'Secret' });",
});

Deno.test("create writes a YAML file in the order people know, and get reads it back", async () => {
  await using greeter = await greeterRepository(model, { globals: { owner: "acme" } });
  const { repository } = greeter;
  const created = await createDefinition(repository, {
    type: "@ACME/greeter",
    name: "my-repo",
    globalArguments: { owner: "acme", limit: "5", token: "${{ env.GH_TOKEN }}" },
  });
  equal(created.type, "@acme/greeter");
  equal(created.path, `${repository.root}/behaviors/@acme/greeter/my-repo.yaml`);
  equal(
    await Deno.readTextFile(created.path),
    `# yaml-language-server: $schema=../../../.svc/schemas/@acme/greeter.json
type: "@acme/greeter"
typeVersion: 2026.01.02.3
id: ${created.id}
name: my-repo
version: 1
tags: {}
globalArguments:
  owner: acme
  limit: 5
  token: \${{ env.GH_TOKEN }}
methods: {}
`,
  );
  const details = await getDefinition(repository, "my-repo");
  deepEqual(details.globalArguments, { owner: "acme", limit: 5, token: "***" });
  deepEqual(details.methods.map((method) => method.name), ["greet"]);
  equal((await getDefinition(repository, created.id)).name, "my-repo");
  match(createText(created), /^Created: my-repo \(@acme\/greeter\)\nPath: .*\nVersion: 1\n/);
  match(getText(details), /greet - Says hello\n {4}Inputs:\n {6}name \(string\) \*required/);
  deepEqual((await searchDefinitions(repository, "repo")).results.map(({ name }) => name), [
    "my-repo",
  ]);
});

Deno.test("nested secrets given by expressions are kept, and shown by get as blanks", async () => {
  await using greeter = await greeterRepository(model, { globals: { owner: "acme" } });
  const { repository } = greeter;
  const globalArguments = {
    owner: "acme",
    accounts: [["one", { key: "${{ env.ONE }}" }], ["two", { key: "${{ env.TWO }}" }]],
    login: { user: "ada", password: "${{ env.PASSWORD }}" },
  };
  const { path } = await createDefinition(repository, {
    type: "@acme/greeter",
    name: "nested",
    globalArguments,
  });
  match(await Deno.readTextFile(path), /password: \$\{\{ env\.PASSWORD \}\}/);
  deepEqual((await getDefinition(repository, "nested")).globalArguments, {
    owner: "acme",
    accounts: [["one", { key: "***" }], ["two", { key: "***" }]],
    login: { user: "ada", password: "***" },
  });
});

const REFUSED: [what: string, request: Record<string, unknown>, code: string, message: RegExp][] = [
  [
    "an unknown type, naming search and pull",
    { type: "@acme/nothing" },
    "unknown_type",
    /Unknown type: @acme\/nothing[\s\S]*extension search nothing'; then pull that/,
  ],
  [
    "a name that is not a name",
    { name: "My Repo" },
    "invalid_name",
    /is not a valid behavior name/,
  ],
  ["a name that is taken", { name: "hello" }, "already_exists", /Behavior already exists: hello/],
  [
    "an unknown global argument, listing those there are",
    { globalArguments: { owner: "a", oner: "b" } },
    "unknown_argument",
    /Unknown global argument\(s\) for type '@acme\/greeter': oner\. Valid arguments are: owner, limit, token, accounts, login/,
  ],
  [
    "a missing and an ill-typed global argument, each with its path",
    { globalArguments: { limit: "many" } },
    "invalid_argument",
    /Invalid global arguments[\s\S]*owner: is required[\s\S]*limit: must be an integer, not a string/,
  ],
  [
    "a secret in the clear",
    { globalArguments: { owner: "a", token: "ghp_1" } },
    "vault_required",
    /'token' is a secret[\s\S]*env\.NAME/,
  ],
  [
    "a secret in the clear behind a list, a position and a reference",
    { globalArguments: { owner: "a", accounts: '[["x",{"key":"ghp_1"}]]' } },
    "vault_required",
    /'accounts\.0\.1\.key' is a secret[\s\S]*env\.NAME/,
  ],
  [
    "a secret in the clear beside one that is an expression",
    { globalArguments: { owner: "a", login: { user: "u", password: "x${{ env.P }}" } } },
    "vault_required",
    /'login\.password' is a secret/,
  ],
];
for (const [what, request, code, message] of REFUSED) {
  Deno.test(`create refuses ${what}`, async () => {
    await using greeter = await greeterRepository(model, { globals: { owner: "acme" } });
    await rejects(
      createDefinition(greeter.repository, {
        type: "@acme/greeter",
        name: "other",
        globalArguments: { owner: "acme" },
        ...request,
      }),
      refusal(code as "usage", message),
    );
  });
}

Deno.test("of many parallel creates of one name, one succeeds", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const results = await Promise.allSettled(
    Array.from(
      { length: 10 },
      () => createDefinition(greeter.repository, { type: "@acme/greeter", name: "same" }),
    ),
  );
  equal(results.filter((result) => result.status === "fulfilled").length, 1);
});

Deno.test("an edited file is read as it now stands, and a broken one is named", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { path } = await findDefinition(greeter.repository, "hello");
  const text = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, `${text}\n# edited\n`.replace("tags: {}", "tags: { team: core }"));
  deepEqual((await findDefinition(greeter.repository, "hello")).definition.tags, { team: "core" });
  await Deno.writeTextFile(path, "type: [");
  await rejects(
    findDefinition(greeter.repository, "hello"),
    refusal("validation_failed", /behaviors\/@acme\/greeter\/hello\.yaml is not a behavior/),
  );
});

Deno.test("delete refuses while there is data, and force takes data and records along", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  const run = await greeter.greet();
  await rejects(deleteDefinition(repository, "hello"), refusal("conflict", /main \(1 versions\)/));
  const result = await deleteDefinition(repository, "hello", { force: true });
  deepEqual(
    [result.resourceDeleted, result.dataDeleted, result.outputsDeleted],
    [1, 1, 1],
  );
  equal(result.deleted.inputPath, "behaviors/@acme/greeter/hello.yaml");
  await rejects(findDefinition(repository, "hello"), refusal("definition_not_found"));
  await rejects(Deno.stat(run.dataArtifacts[0]!.path), Deno.errors.NotFound);
});

Deno.test("a behavior of a type that is not installed can be read and deleted", async () => {
  await using folder = await temporaryFolder();
  await initRepository(folder.path);
  const repository = repositoryAt(folder.path);
  await Deno.mkdir(`${folder.path}/behaviors/x/y`, { recursive: true });
  await Deno.writeTextFile(
    `${folder.path}/behaviors/x/y/old.yaml`,
    `type: x/y\nid: ${crypto.randomUUID()}\nname: old\nglobalArguments: { key: s3cret }\n`,
  );
  // Nobody can say here which of its arguments are secrets.
  deepEqual((await getDefinition(repository, "old")).globalArguments, { key: "***" });
  deepEqual((await getDefinition(repository, "old")).methods, []);
  equal((await deleteDefinition(repository, "old")).deleted.name, "old");
});
