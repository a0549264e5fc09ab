import assert from "node:assert/strict";
import { parseManifest } from "@svc/core/manifest";
import { contentsOf } from "./contents.ts";

const HEAD = `manifestVersion: 1\nname: "@acme/x"\nversion: 2026.01.02.1\n`;

/** What an archive without a descriptor holds; `lists` are lines of its manifest. */
function contents(files: Record<string, string>, lists = "models: [x.ts]\n") {
  const bytes = new Map(
    Object.entries(files).map(([path, text]) => [path, { bytes: new TextEncoder().encode(text) }]),
  );
  return contentsOf({ files: bytes, manifest: parseManifest(HEAD + lists), descriptor: undefined });
}

/** The one model of a source, without its file. */
function model(source: string, more: Record<string, string> = {}) {
  const { models: [first], unread } = contents({ "models/x.ts": source, ...more });
  assert.deepEqual(unread, []);
  return first!;
}

/** The schema of the arguments of a method `m`. */
function argumentsOf(schema: string, before = "", more = {}) {
  const source = `import { z } from "npm:zod@4.3.6";\n${before}
export const model = { type: "@acme/x", version: "2026.01.02.1", methods: {
  m: { description: "d", arguments: ${schema}, execute: async (args) => ({ a, b }) },
} };`;
  return model(source, more).methods[0]!.arguments;
}

const WHOLE = `
import { z } from "npm:zod@4.3.6";
import { listMethod } from "./methods/list.ts";
/** A comment with export const model = { type: "no" } */
const Globals = z.object({ token: z.string().meta({ sensitive: true }).describe("A token"), org: z.string() });
const sync: Method = {
  description: "Syncs" + " all",
  kind: "update",
  arguments: z.object({}),
  execute: async () => { const a = { description: "no" }; return {}; },
};
export const model: Model<{ a: string }> = {
  type: ModelType.create("@acme/x/thing"),
  version: "2026.01.02.1",
  globalArguments: Globals,
  resources: {
    "item": { description: "One", schema: z.object({ id: z.number().int() }), lifetime: "infinite", garbageCollection: 10 },
    hidden: { description: "no lifetime", schema: z.object({}) },
  },
  files: { log: { description: "A log", contentType: "text/plain", lifetime: "7d", garbageCollection: "30d" } },
  methods: {
    list: listMethod,
    sync,
    async shorthand(args) { return {}; },
    "quoted-name": { description: \`A template\`, arguments: z.object({ a: z.string() }), execute },
  },
  reports: ["@acme/x-report"],
} satisfies Model;
`;

Deno.test("contents: a type is read whole from its text, parts of it from other modules", () => {
  const { models: [thing], described } = contents({
    "models/x.ts": WHOLE,
    "models/methods/list.ts": `export { found as listMethod } from "./found.ts";`,
    "models/methods/found.ts":
      `export const found = { description: "Lists", arguments: z.object({ q: z.string().optional() }) };`,
  });
  assert.equal(described, "source-text");
  const { methods, dataOutputSpecs, globalArguments, ...rest } = thing!;
  assert.deepEqual(rest, {
    file: "x.ts",
    type: "@acme/x/thing",
    version: "2026.01.02.1",
    reports: ["@acme/x-report"],
  });
  assert.deepEqual(methods.map(({ name, description, kind }) => [name, description, kind]), [
    ["list", "Lists", undefined],
    ["sync", "Syncs all", "update"],
    ["quoted-name", "A template", undefined],
  ]);
  assert.deepEqual(globalArguments, {
    type: "object",
    properties: {
      token: { type: "string", sensitive: true, description: "A token" },
      org: { type: "string" },
    },
    required: ["token", "org"],
  });
  assert.deepEqual(dataOutputSpecs, [
    {
      specName: "item",
      kind: "resource",
      description: "One",
      lifetime: "infinite",
      garbageCollection: 10,
      schema: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
    },
    {
      specName: "log",
      kind: "file",
      description: "A log",
      contentType: "text/plain",
      lifetime: "7d",
      garbageCollection: "30d",
    },
  ]);
});

const SCHEMAS: [rule: string, field: string, read: unknown, required: boolean][] = [
  ["a text", "z.string().min(1).describe('d')", { type: "string", description: "d" }, true],
  ["one over lines", "z\n  .enum([\n 'a', 'b' ])", { type: "string", enum: ["a", "b"] }, true],
  ["an optional one", "z.number().optional()", { type: "number" }, false],
  ["one that may be null", "z.string().nullable()", { type: "string" }, false],
  ["one with a default", "z.number().default(-1.5)", { type: "number", default: -1.5 }, false],
  ["one with a computed default", "z.string().default(() => f())", { type: "string" }, false],
  ["a list", "z.array(z.boolean())", { type: "array", items: { type: "boolean" } }, true],
  ["a list by its end", "z.string().array()", { type: "array", items: { type: "string" } }, true],
  ["a literal", "z.literal('x')", { type: "string", const: "x" }, true],
  ["a union", "z.union([z.string(), z.number()])", {
    anyOf: [{ type: "string" }, { type: "number" }],
  }, true],
  ["a coerced one", "z.coerce.number().int()", { type: "integer" }, true],
  ["a record", "z.record(z.string(), z.unknown())", { type: "object" }, true],
  ["one of a helper", "repoField()", {}, true],
  ["what is not known", "z.custom<Foo<Bar>>((x) => x)", {}, true],
  ["a name that nobody has", "Nobody", {}, true],
  ["a named one", "Named.optional()", { type: "string", description: "n" }, false],
  ["one of a shape", "Base.shape.id", { type: "string" }, true],
];

for (const [rule, field, read, required] of SCHEMAS) {
  Deno.test(`contents: ${rule} is read as far as it is written out: ${field}`, () => {
    const before =
      `const Named = z.string().describe("n"); const Base = z.object({ id: z.string() });`;
    assert.deepEqual(argumentsOf(`z.object({ f: ${field} })`, before), {
      type: "object",
      properties: { f: read },
      ...(required ? { required: ["f"] } : {}),
    });
  });
}

Deno.test("contents: objects that are extended, picked from and spread are read", () => {
  const before = `import { more } from "./more.ts";
    const Base = z.object({ a: z.string(), b: z.number().optional() });`;
  const names = (schema: string) => {
    const { properties, required } = argumentsOf(schema, before, {
      "models/more.ts": "export const more = { m: z.string() };",
    });
    return [Object.keys(properties as object), required];
  };
  assert.deepEqual(names("Base.extend({ c: z.string() })"), [["a", "b", "c"], ["a", "c"]]);
  assert.deepEqual(names("Base.extend({ a: z.string().optional() })"), [["a", "b"], undefined]);
  assert.deepEqual(names("Base.partial()"), [["a", "b"], undefined]);
  assert.deepEqual(names("Base.pick({ b: true })"), [["b"], undefined]);
  assert.deepEqual(names("Base.omit({ b: true })"), [["a"], ["a"]]);
  assert.deepEqual(names("Base.merge(z.object({ z: z.string() }))"), [["a", "b", "z"], ["a", "z"]]);
  assert.deepEqual(names("z.object({ ...more, ...Base.shape, d: z.string() })"), [["m", "d"], [
    "m",
    "d",
  ]]);
});

Deno.test("contents: reports, vaults, datastores, drivers, grafts, workflows and skills are read", () => {
  const found = contents(
    {
      "models/x.ts":
        `export const extension = { type: "@other/t", methods: [{ m: { description: "M" } }] };`,
      "reports/r.ts":
        `export const report = { name: "@acme/r", description: "R", scope: "model", labels: ["a"] };`,
      "vaults/v.ts": `import z from "npm:zod"; const config = z.object({ url: z.string() });
      export const vault = { type: "@acme/v", name: "V", description: "d", configSchema: config, createProvider: () => 1 };`,
      "datastores/d.ts": `const datastore = { type: "@acme/d", name: "D" }; export { datastore };`,
      "drivers/far.ts":
        `export const driver = { type: "@acme/far", name: "Far", description: "f" };`,
      "workflows/a-b.yaml":
        "id: 1b\nname: '@acme/flow'\njobs:\n- name: j\n  steps:\n  - name: s\n    task: {type: model_method, modelIdOrName: x, methodName: m}\n",
      "skills/help/SKILL.md": "---\nname: help\ndescription: Helps\n---\n# Hi",
      "skills/help/scripts/go": "x",
    },
    `models: [x.ts]\nreports: [./r.ts]\nvaults: [v.ts]\ndatastores: [d.ts]\ndrivers: [far.ts]\nworkflows: [a/b/x.yaml]\nskills: [help/]\n`,
  );
  assert.deepEqual(found.extensions, [{
    file: "x.ts",
    type: "@other/t",
    methods: [{ name: "m", description: "M", arguments: { type: "object", properties: {} } }],
    dataOutputSpecs: [],
  }]);
  assert.deepEqual(found.permissions, { graft: ["@other/t"] }, "whatever the manifest says");
  assert.deepEqual(found.reports, [{
    file: "r.ts",
    name: "@acme/r",
    description: "R",
    scope: "model",
    labels: ["a"],
  }]);
  assert.deepEqual(found.vaults, [{
    file: "v.ts",
    type: "@acme/v",
    name: "V",
    description: "d",
    configSchema: { type: "object", properties: { url: { type: "string" } }, required: ["url"] },
  }]);
  assert.deepEqual([found.datastores[0]!.type, found.drivers[0]!.type], ["@acme/d", "@acme/far"]);
  assert.deepEqual(found.workflows, [{
    file: "a-b.yaml",
    id: "1b",
    name: "@acme/flow",
    description: "",
    jobs: [{
      name: "j",
      description: "",
      steps: [{
        name: "s",
        description: "",
        taskType: "model_method",
        modelIdOrName: "x",
        methodName: "m",
      }],
    }],
  }]);
  assert.deepEqual(found.skills, [{
    dirName: "help",
    name: "help",
    description: "Helps",
    hasScripts: true,
    fileCount: 2,
  }]);
  assert.deepEqual(found.unread, []);
});

Deno.test("contents: a file that cannot be read is listed with the reason, the others are read", () => {
  const { models, unread } = contents({
    "models/a.ts": `export const model = { type: "@acme/a", version: "1" };`,
    "models/b.ts": "export const model = make();",
    "models/c.ts": "export const model = { type: `@acme/${name()}`, version: '1' };",
    "models/d.ts": "export const model = { type: '@acme/d' };",
    "models/e.ts": "export default {};",
    "models/f.ts": "export const model = { type: '@acme/f' ]",
    "workflows/w.yaml": "a: [",
  }, "models: [a.ts, b.ts, c.ts, d.ts, e.ts, f.ts, gone.ts]\nworkflows: [w.yaml]\nskills: [s]\n");
  assert.deepEqual(models.map(({ type }) => type), ["@acme/a"]);
  assert.deepEqual(unread, [
    { file: "models/b.ts", problem: "does not write out its type" },
    { file: "models/c.ts", problem: "does not write out its type" },
    { file: "models/d.ts", problem: "does not write out the version of its type" },
    { file: "models/e.ts", problem: "does not write out an 'export const model' or 'extension'" },
    { file: "models/f.ts", problem: "has an unmatched ']'" },
    { file: "models/gone.ts", problem: "is missing" },
    { file: "workflows/w.yaml", problem: "is not YAML" },
    { file: "skills/s/SKILL.md", problem: "is missing" },
  ]);
});

Deno.test("contents: with a descriptor the modules are as it says, only the rest is read", () => {
  const manifest = parseManifest(`${HEAD}models: [x.ts]\nskills: [s]\n`);
  const bytes = new TextEncoder().encode("---\nname: s\n---\n");
  const descriptor = {
    descriptorVersion: 1 as const,
    models: [],
    reports: [],
    vaults: [],
    datastores: [],
    permissions: {},
    grafts: [{ file: "g.ts", type: "@other/t", methods: [], dataOutputSpecs: [] }],
  };
  const files = new Map([["skills/s/SKILL.md", { bytes }]]);
  const { described, skills, unread, extensions } = contentsOf({ files, manifest, descriptor });
  assert.deepEqual([described, skills.length, unread], ["evaluated", 1, []]);
  assert.deepEqual(extensions, descriptor.grafts);
});

Deno.test("contents: what is not seen in a text is written out", () => {
  const { models } = contents({
    "models/x.ts":
      `export const model = { type: "@acme/\\u202ex", version: "1\\u0000", methods: { "a\\u200bb": {} } };`,
  });
  assert.deepEqual([models[0]!.type, models[0]!.version, models[0]!.methods[0]!.name], [
    "@acme/\\u202ex",
    "1\\x00",
    "a\\u200bb",
  ]);
});
