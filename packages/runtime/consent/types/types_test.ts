import { deepEqual, equal, match, notEqual, rejects } from "node:assert/strict";
import type { ModelDescriptor } from "@svc/core/descriptor";
import {
  GREET,
  manifestText,
  modelText,
  temporaryFolder,
  writeFiles,
} from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { greeterRepository } from "../../testing/repository.ts";
import { compactDescription, typeDescription } from "./description.ts";
import { initRepository } from "../../repository/init.ts";
import { repositoryAt } from "../../repository/repository.ts";
import { listTypes, resolveType } from "./resolve.ts";
import type { ResolvedType } from "./resolved.ts";
import { argumentLines, describeText } from "./text.ts";

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
  deepEqual(description.dataOutputSpecs.map((spec) => Object.keys(spec)), [
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

Deno.test("spec 2.1: the compact form keeps names, types and what is required, and no constraint", async () => {
  await using greeter = await greeterRepository(modelText(GREET, {
    globals: '{ state: z.enum(["open", "closed"]).describe("x").default("open") }',
    args:
      '{ name: z.string().min(3).describe("d"), any: z.union([z.object({ a: z.string() }), z.string()]) }',
  }));
  const full = typeDescription(await resolveType(greeter.repository, "@acme/greeter"));
  deepEqual(compactDescription(full), {
    type: { raw: "@acme/greeter", normalized: "@acme/greeter" },
    version: "2026.01.02.3",
    globalArguments: { properties: { state: { type: "string" } } },
    dataOutputSpecs: ["greeting", "log"],
    methods: [{
      name: "greet",
      description: "Says hello",
      arguments: { properties: { name: { type: "string" }, any: {} }, required: ["name", "any"] },
    }],
  });
  match(describeText(full), /Global Arguments:\n {2}state \(string\)\n/);
  match(describeText(full), /\n {6}name \(string\) \*required\n {6}any \(object \| string\) \*req/);
});

/** A type with the outputs and methods given, as it is found. */
const resolved = (model: Partial<ModelDescriptor>): ResolvedType => ({
  ...SHELL,
  model: { ...SHELL.model, dataOutputSpecs: [], methods: [], ...model },
});
const SHELL = await resolveType(undefined, "command/shell");

Deno.test("spec 2.1: a type without outputs has an empty list of them in both forms, and no block in text", () => {
  const full = typeDescription(resolved({}));
  deepEqual(full.dataOutputSpecs, []);
  deepEqual(compactDescription(full).dataOutputSpecs, []);
  deepEqual(Object.keys(full), ["type", "version", "dataOutputSpecs", "methods"]);
  equal(describeText(full), "Type: command/shell\nVersion: 2026.02.09.1");
});

Deno.test("spec 2.1: a file says whether it is streamed, a resource has no such field", () => {
  const kept = { lifetime: "infinite", garbageCollection: 1 };
  const file = { specName: "f", kind: "file" as const, contentType: "text/plain", ...kept };
  const { dataOutputSpecs } = typeDescription(resolved({
    dataOutputSpecs: [
      { specName: "r", kind: "resource", schema: {}, ...kept, sensitiveOutput: true },
      file,
      { ...file, specName: "g", streaming: false },
      { ...file, specName: "h", streaming: true, tags: { a: "b" } },
    ],
  }));
  deepEqual(dataOutputSpecs, [
    { specName: "r", kind: "resource", schema: {}, sensitiveOutput: true, ...kept },
    { ...file, streaming: false },
    { ...file, specName: "g", streaming: false },
    { ...file, specName: "h", streaming: true, tags: { a: "b" } },
  ]);
});

Deno.test("spec 2.1: a method without arguments has no properties in compact form, and no inputs in text", () => {
  const empty = { type: "object", properties: {}, additionalProperties: false };
  const full = typeDescription(resolved({
    methods: [{ name: "sync", description: "Syncs", kind: "action", arguments: empty }],
  }));
  deepEqual(full.methods, [{ name: "sync", description: "Syncs", arguments: empty }]);
  deepEqual(compactDescription(full).methods[0]!.arguments, { properties: {} });
  match(describeText(full), /\n\nMethods:\n {2}sync - Syncs$/);
});

Deno.test("spec 4.5: an argument's type is named, or it is any", () => {
  const nullable = { anyOf: [{ type: "string" }, { type: "null" }] };
  const properties = {
    list: { type: ["string", "null"] },
    nullable,
    one: { oneOf: [{ type: "object" }, nullable, { type: "object" }] },
    open: { anyOf: [{ type: "string" }, {}] },
    any: {},
    choice: { type: "string", enum: ["a", "b"] },
  };
  deepEqual(argumentLines({ properties, required: ["list", "any"] }, "  "), [
    "  list (string | null) *required",
    "  nullable (string | null)",
    "  one (object | string | null)",
    "  open (any)",
    "  any (any) *required",
    "  choice (string)",
  ]);
});

Deno.test("secrets are marked: arguments and outputs, whole and within, in text and JSON", () => {
  const kept = { lifetime: "infinite", garbageCollection: 1 };
  const text = { type: "string" };
  const secret = { type: "string", sensitive: true };
  const schema = {
    type: "object",
    properties: {
      token: secret,
      login: { type: "object", properties: { name: text, password: secret } },
      host: text,
    },
    required: ["token", "host"],
  };
  const full = typeDescription(resolved({
    globalArguments: { type: "object", properties: { key: secret, region: text } },
    dataOutputSpecs: [
      { specName: "key", kind: "resource", schema: {}, ...kept, sensitiveOutput: true },
      { specName: "user", kind: "resource", description: "A user", schema, ...kept },
      { specName: "open", kind: "resource", schema: { properties: { host: text } }, ...kept },
    ],
    methods: [
      { name: "connect", description: "Connects", kind: "action", arguments: schema },
      { name: "ping", description: "Pings", kind: "action", arguments: { properties: {} } },
    ],
  }));
  deepEqual(full.globalSecrets, ["key"]);
  deepEqual(full.dataOutputSpecs.map((spec) => "secrets" in spec && spec.secrets), [
    false,
    ["token", "login"],
    false,
  ]);
  deepEqual(full.methods.map(({ secrets }) => secrets), [["token", "login"], undefined]);
  deepEqual(
    describeText(full).split("\n").filter((line) => /^ {2,}\w+ [([]/.test(line)),
    [
      "  key (string) *secret",
      "  region (string)",
      "  key [resource] (infinite) *secret",
      "  user [resource] - A user (infinite) *secret: token, login",
      "  open [resource] (infinite)",
      "      token (string) *required *secret",
      "      login (object) *secret",
      "      host (string) *required",
    ],
  );
  // The compact form is the specification's, which has no more than types.
  deepEqual(compactDescription(full).methods[0], {
    name: "connect",
    description: "Connects",
    arguments: {
      properties: {
        token: { type: "string" },
        login: { type: "object" },
        host: { type: "string" },
      },
      required: ["token", "host"],
    },
  });
});

Deno.test("an unknown type is refused and says how to search for it and pull it", async () => {
  await rejects(
    resolveType(undefined, "@acme/code-scanning/alerts"),
    refusal(
      "unknown_type",
      /Unknown type: @acme\/code-scanning\/alerts/,
      /svc extension search code-scanning alerts'; then pull that/,
    ),
  );
  await rejects(resolveType(undefined, " "), refusal("invalid_name"));
});

Deno.test("an unknown type that is nearly one of the repository's names that one first", async () => {
  await using greeter = await greeterRepository(modelText(GREET));
  for (const slip of ["@acme/greter", "greeter", "acme/greeter"]) {
    await rejects(
      resolveType(greeter.repository, slip),
      refusal("unknown_type", /^Did you mean '@acme\/greeter'\? Else find the extension/m),
    );
  }
  await rejects(
    resolveType(greeter.repository, "@acme/nothing-like-it"),
    refusal("unknown_type", /^Find the extension/m),
  );
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

Deno.test("each module that did not load is named once, in a line, when a type is not found", async () => {
  await using folder = await temporaryFolder();
  await writeFiles(folder.path, {
    "extensions/manifest.yaml": "manifestVersion: 1\nname: '@acme/all'\nversion: 2026.01.01.1\n" +
      "description: d\nmodels: [a.ts, b.ts]\n",
    "extensions/models/a.ts": 'import "./gone.ts";\nexport const model = {};\n',
    "extensions/models/b.ts": 'throw new Error("one\\ntwo");\nexport const model = {};\n',
  });
  await initRepository(folder.path);
  await rejects(resolveType(repositoryAt(folder.path), "@acme/none"), (error: Error) => {
    const [, , ...lines] = error.message.split("\n");
    deepEqual(lines.map((line) => line.slice(0, line.indexOf(": "))), [
      "extensions/models/a.ts",
      "extensions/models/b.ts",
    ]);
    return true;
  });
});

Deno.test("what could not be loaded is tried again as soon as somebody can have set it right", async () => {
  await using folder = await temporaryFolder();
  await using config = await temporaryFolder();
  await writeFiles(folder.path, {
    "extensions/models/b.ts": "throw new Error();\nexport const model = {};\n",
  });
  await initRepository(folder.path);
  const now = Date.now;
  const begun = now();
  const madeAfter = async (milliseconds: number) => {
    Date.now = () => begun + milliseconds;
    try {
      await rejects(resolveType(repositoryAt(folder.path, config.path), "@acme/none"));
    } finally {
      Date.now = now;
    }
    return JSON.parse(await Deno.readTextFile(`${folder.path}/.svc/types/_local.json`)).madeAt;
  };
  const first = await madeAfter(0);
  equal(await madeAfter(1000), first);
  notEqual(await madeAfter(11_000), first);
});

Deno.test("own sources that were bundled are not bundled again where their repository is put", async () => {
  const madeAt = async () => {
    await using at = await greeterRepository(modelText(GREET));
    return JSON.parse(await Deno.readTextFile(`${at.repository.root}/.svc/types/_local.json`))
      .madeAt;
  };
  // Tests rely on it: most of them would take a second longer each.
  equal(await madeAt(), await madeAt());
});
