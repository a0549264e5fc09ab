import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { GREET, manifestText, modelText, writeFiles } from "../testing/extension.ts";
import { refusal } from "../testing/refusal.ts";
import { greeterRepository } from "../testing/repository.ts";
import { compactDescription, typeDescription } from "./description.ts";
import { listTypes, resolveType } from "./resolve.ts";
import { describeText } from "./text.ts";

Deno.test("spec 4.5: the text of command/shell is exactly this", async () => {
  const description = typeDescription(await resolveType(undefined, "command/shell"));
  equal(
    describeText(description),
    `Type: command/shell
Version: 2026.02.09.1

Data Outputs:
  result [resource] - Shell command execution result (exit code, timing, command) (infinite)
  log [file] - Shell command output (stdout and stderr) (text/plain, infinite)

Methods:
  execute - Execute a shell command and capture its output
    Inputs:
      run (string) *required
      workingDir (string)
      timeout (integer)
      env (object)
      ignoreExitCode (boolean)`,
  );
  match(describeText(description, { compact: true }), /\n {2}log \[file\]\n/);
});

Deno.test("spec 2.1: the full JSON has its keys in order, the type as given and as compared", async () => {
  const description = typeDescription(await resolveType(undefined, " Command::Shell "));
  deepEqual(description.type, { raw: "Command::Shell", normalized: "command/shell" });
  deepEqual(Object.keys(description), ["type", "version", "dataOutputSpecs", "methods"]);
  deepEqual(description.dataOutputSpecs!.map((spec) => Object.keys(spec)), [
    ["specName", "kind", "description", "schema", "lifetime", "garbageCollection"],
    [
      "specName",
      "kind",
      "description",
      "contentType",
      "lifetime",
      "garbageCollection",
      "streaming",
    ],
  ]);
  match(describeText(description), /^Type: command\/shell \(Command::Shell\)\n/);
});

Deno.test("spec 2.1: the compact form keeps names, types, choices and what is required", async () => {
  await using greeter = await greeterRepository(modelText(GREET, {
    globals: '{ state: z.enum(["open", "closed"]).describe("x").optional() }',
    args:
      '{ name: z.string().min(3).describe("d"), any: z.union([z.object({ a: z.string() }), z.string()]) }',
  }));
  const full = typeDescription(await resolveType(greeter.repository, "@acme/greeter"));
  deepEqual(compactDescription(full), {
    type: { raw: "@acme/greeter", normalized: "@acme/greeter" },
    version: "2026.01.02.3",
    globalArguments: { properties: { state: { type: "string", enum: ["open", "closed"] } } },
    dataOutputSpecs: ["greeting", "log"],
    methods: [{
      name: "greet",
      description: "Says hello",
      arguments: { properties: { name: { type: "string" }, any: {} }, required: ["name", "any"] },
    }],
  });
  match(describeText(full), /Global Arguments:\n {2}state \(string\) \[open, closed\]\n/);
});

Deno.test("an unknown type is refused and says how to search for it and pull it", async () => {
  await rejects(
    resolveType(undefined, "@acme/code-scanning/alerts"),
    refusal(
      "unknown_type",
      /Unknown type: @acme\/code-scanning\/alerts/,
      /svc extension search code-scanning alerts/,
      /svc extension pull @acme\/code-scanning\/alerts/,
    ),
  );
  await rejects(resolveType(undefined, " "), refusal("invalid_name"));
});

Deno.test("a changed source is bundled again, an unchanged one is not", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  const index = `${repository.state}/types/_local.json`;
  const before = (await Deno.stat(index)).ino;
  await resolveType(repository, "@acme/greeter");
  equal((await Deno.stat(index)).ino, before);
  await Deno.writeTextFile(
    `${repository.root}/extensions/greeter/greeter.ts`,
    modelText(GREET).replace("Says hello", "Says hello again"),
  );
  const resolved = await resolveType(repository, "@acme/greeter");
  equal(resolved.model.methods[0]!.description, "Says hello again");
});

Deno.test("a loose model file needs no manifest and gets no permission", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  await writeFiles(`${repository.root}/extensions/models`, {
    "local/thing.ts": modelText(GREET).replace("@acme/greeter", "local/thing"),
  });
  const resolved = await resolveType(repository, "local/thing");
  deepEqual([resolved.origin, resolved.permissions], ["local", {}]);
  deepEqual((await listTypes(repository)).results.map(({ normalized }) => normalized), [
    "@acme/greeter",
    "command/shell",
    "local/thing",
  ]);
});

Deno.test("a broken source is told with the unknown type, and leaves the others usable", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  const { repository } = greeter;
  await writeFiles(`${repository.root}/extensions/broken`, {
    "manifest.yaml": manifestText(),
    "greeter.ts": "export const model = { type: 1 };",
  });
  equal((await resolveType(repository, "@acme/greeter")).origin, "local");
  await rejects(
    resolveType(repository, "@acme/other"),
    refusal("unknown_type", /extensions\/broken\/manifest\.yaml: [\s\S]*model\.type must be/),
  );
});
