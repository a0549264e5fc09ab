// What published extensions do, one cause a test: each was refused once.
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { parseManifest } from "@svc/core/manifest";
import { describeExtension } from "./describe.ts";
import { writeBundles } from "./record.ts";
import { changedChunk } from "./chunks.ts";
import { temporaryFolder } from "../../testing/extension.ts";

function encoded(files: Record<string, string>): Map<string, { bytes: Uint8Array }> {
  return new Map(
    Object.entries(files).map(([path, text]) => [path, { bytes: new TextEncoder().encode(text) }]),
  );
}

async function described(models: Record<string, string>) {
  const manifest = `manifestVersion: 1
name: "@acme/corpus"
version: "2026.01.02.1"
models:
${Object.keys(models).map((file) => `  - ${file}\n`).join("")}`;
  const files = Object.entries(models).map(([file, text]) => [`models/${file}`, text]);
  return await describeExtension(
    encoded({ "manifest.yaml": manifest, ...Object.fromEntries(files) }),
    parseManifest(manifest, "manifest.yaml"),
  );
}

function model(type: string, before = "", methods = "", used = "1"): string {
  return `${before}
import * as z from "npm:zod@4.6.7";
export const model = {
  type: "@acme/${type}",
  version: "2026.01.02.1",
  methods: {
    go: { description: "Goes", arguments: z.object({}), execute: () => Promise.resolve(${used}) },
    ${methods}
  },
};
`;
}

Deno.test("bare names of zod and of built-in modules are known, as in archives of other tools", async () => {
  const text = model("x", 'import { join } from "path";\nimport * as core from "zod/v4/core";')
    .replace("npm:zod@4.6.7", "zod");
  const { descriptor, lock } = await described({ "x.ts": text });
  equal(descriptor.models[0]!.methods[0]!.name, "go");
  match(new TextDecoder().decode(lock), /"zod@4\.\d/);
});

Deno.test("several copies of zod are described side by side", async () => {
  const { descriptor } = await described({
    "x.ts": model(
      "x",
      `import { z as three } from "npm:zod@3.25.76";\nimport { z as other } from "npm:zod@4.3.6";`,
      `other: {
        description: "Another",
        arguments: other.object({ a: other.string().describe("An a") }),
        execute: () => {},
      },
      three: {
        description: "Third",
        arguments: three.object({ a: three.string() }),
        execute: () => {},
      },`,
    ),
  });
  const [, other, third] = descriptor.models[0]!.methods;
  deepEqual((other!.arguments["properties"] as Record<string, unknown>)["a"], {
    type: "string",
    description: "An a",
  });
  equal(third!.name, "three");
});

Deno.test("places are right where packages require built-in modules", async () => {
  const names = ["ONE", "TWO", "THREE", "FOUR", "FIVE"];
  const uses = names.map((name) => `export const ${name} = Deno.env.get("${name}");`).join("\n");
  const { found } = await described({
    "x.ts": model("x", `import * as used from "npm:nodemailer@7.0.13";\n${uses}`, "", "used"),
  });
  const places = found.filter(({ entry }) => names.includes(entry ?? ""))
    .map(({ entry, file, line }) => [line, entry, file]);
  deepEqual(places.toSorted(), names.map((name, at) => [at + 2, name, "models/x.ts"]));
});

Deno.test("64 entry points share what they import, and each names what it needs of it", async () => {
  const shared = `import { STSClient } from "npm:@aws-sdk/client-sts@3.1000.0";`;
  const names = Array.from({ length: 64 }, (_, index) => `t${index}`);
  const result = await described(
    Object.fromEntries(names.map((name) => [`${name}.ts`, model(name, shared, "", "STSClient")])),
  );
  equal(result.descriptor.models.length, 64);
  const { bundles, chunks } = result;
  const entries = [...bundles.values()].reduce((sum, { code }) => sum + code.length, 0);
  const rest = [...chunks.values()].reduce((sum, { code }) => sum + code.length, 0);
  ok(entries < 200_000, `the entry points take ${entries} characters`);
  ok(rest < 3_000_000, `what they share takes ${rest} characters`);

  await using folder = await temporaryFolder();
  const { types } = await writeBundles(folder.path, result, { origin: "local", folder: "x" });
  const record = types.get("@acme/t7")!;
  const loaded = await import(`file://${folder.path}/${record.bundle}`);
  equal(loaded.model.type, "@acme/t7");
  equal(await changedChunk(folder.path, record), undefined);
  const [chunk] = Object.keys(record.chunks!);
  await Deno.writeTextFile(`${folder.path}/${chunk}`, "// changed");
  equal(await changedChunk(folder.path, record), chunk);
  await Deno.remove(`${folder.path}/${chunk}`);
  equal(await changedChunk(folder.path, record), chunk);
});

Deno.test("220 methods of one type are described", async () => {
  const methods = Array.from({ length: 220 }, (_, index) =>
    `m${index}: {
      description: "Method ${index}",
      arguments: z.object(Object.fromEntries(Array.from({ length: 40 }, (_, i) =>
        ["argument" + i, z.string().describe("What argument " + i + " is for").optional()]))),
      execute: () => {},
    },`).join("\n");
  const { descriptor } = await described({ "x.ts": model("x", "", methods) });
  equal(descriptor.models[0]!.methods.length, 221);
});

Deno.test("code that looks at its surroundings while it loads gets the same answers everywhere", async () => {
  const { descriptor } = await described({
    "x.ts": model(
      "x",
      `import os, { hostname, homedir } from "node:os";
import { existsSync, realpathSync, statSync } from "node:fs";
import { cwd, env, getuid, version } from "node:process";
const { HOME: home = "none", ...others } = { ...Deno.env.toObject(), ...process.env, ...env };
const seen = [
  home, Object.keys(others).length, hostname(), os.hostname(), homedir(), Deno.hostname(),
  process.cwd(), cwd(), Deno.cwd(), os.cpus().length, process.getuid?.(), getuid(),
  existsSync("/etc/passwd"), statSync("/etc/passwd", { throwIfNoEntry: false }),
  Number(version.slice(1).split(".")[0]) > 18, Deno.env.get("TOKEN") ?? "unset",
];
import process from "node:process";
try { Deno.readTextFileSync("/etc/passwd"); } catch (error) { seen.push(error.name); }
seen.push(realpathSync(os.tmpdir()));
await Deno.stat("/etc/passwd").catch((error) => seen.push(error.name));
console.log("loading"); setTimeout(() => {}, 1e6); await Promise.resolve();`,
      `seen: { description: JSON.stringify(seen), arguments: z.object({}), execute() {} },`,
    ),
  });
  deepEqual(JSON.parse(descriptor.models[0]!.methods[1]!.description), [
    "/home/user",
    0,
    "localhost",
    "localhost",
    "/home/user",
    "localhost",
    "/",
    "/",
    "/",
    1,
    1000,
    1000,
    false,
    null,
    true,
    "unset",
    "NotFound",
    "/tmp",
    "NotFound",
  ]);
});

Deno.test("of many entry points, the one that ends the process is named", async () => {
  await rejects(
    described({
      "a.ts": model("a"),
      "b.ts": model("b"),
      "c.ts": model("c", "Deno.exit(3);"),
      "d.ts": model("d"),
    }),
    /models\/c\.ts ended the process that loaded it \(exit code 3\)/,
  );
});

Deno.test("an error at load names the author's line, also in code that is shared", async () => {
  const shared = `import { must } from "./lib.ts";\n`;
  await rejects(
    described({
      "a.ts": model("a", `${shared}\nmust("a");`),
      "b.ts": model("b", `${shared}must("");`),
      "lib.ts": `export interface Long { a: string; b: string }

export function must(text: string): void {
  if (text === "") throw new TypeError("empty");
}
export const model = {};
`,
    }),
    /models\/lib\.ts:4: TypeError: empty/,
  );
});

Deno.test("what an extension adds to a type is described, and twice the same is refused", async () => {
  const graft = (methods: string) =>
    `import * as z from "npm:zod@4.6.7";
export const extension = {
  type: "@other/thing",
  methods: [${methods}],
  resources: {
    seen: { schema: z.object({ a: z.string() }), lifetime: "infinite", garbageCollection: 1 },
  },
};
`;
  const look = `{ look: { description: "Looks", arguments: z.object({}), execute() {} } }`;
  const { descriptor } = await described({ "x.ts": graft(look) });
  deepEqual(descriptor.models, []);
  const [found] = descriptor.grafts!;
  equal(found!.type, "@other/thing");
  deepEqual(found!.methods.map(({ name }) => name), ["look"]);
  deepEqual(found!.dataOutputSpecs.map(({ specName }) => specName), ["seen"]);
  await rejects(
    described({ "x.ts": graft(`${look}, ${look}`) }),
    /extension\.methods\.look appears twice/,
  );
});

Deno.test("odd forms of a model are described as the format reads them", async () => {
  const { descriptor } = await described({
    "x.ts": `import * as z from "npm:zod@4.6.7";
interface Model { [key: string]: unknown }
class Files { get log() { return 1; } }
const made: Model = {
  get type() { return "@acme/odd"; },
  version: "2026.02.09.01",
  inputsSchema: z.object({}),
  methods: { go: { description: "Goes", execute() { return new Files(); } } },
  files: { log: { description: "A log", lifetime: "infinite", garbageCollection: 1 } },
} satisfies Model;
export { made as model };
`,
  });
  const [odd] = descriptor.models;
  equal(odd!.version, "2026.02.09.01");
  equal(odd!.methods[0]!.arguments["type"], "object");
  equal(
    (odd!.dataOutputSpecs[0] as { contentType: string }).contentType,
    "application/octet-stream",
  );
  await rejects(
    described({ "x.ts": `export default { type: "@acme/x" };` }),
    /x\.ts: model is missing; write 'export const model = …', a default export is ignored/,
  );
});

/** Packages that bring an SDK, and what else their code is asked about. */
const SDKS: Record<string, readonly string[]> = {
  aws: ["@aws-sdk/client-sts@3.1000.0", "@aws-sdk/credential-providers@3.1000.0"],
  azure: ["@azure/identity@4.13.0", "@azure/keyvault-secrets@4.10.0"],
  gcp: ["google-auth-library@10.5.0"],
};

for (const [sdk, packages] of Object.entries(SDKS)) {
  Deno.test(`the ${sdk} SDK is asked about in one line, and in few others`, async () => {
    const imports = packages.map((one, index) => `import * as used${index} from "npm:${one}";`);
    const used = `Object.keys([${packages.map((_, index) => `used${index}`).join(", ")}])`;
    const { found } = await described({ "x.ts": model("x", imports.join("\n"), "", used) });
    const lines = new Set(found.map((one) => one.sdk ?? `${one.kind} ${one.entry ?? ""}`));
    ok(lines.has(sdk), [...lines].join(", "));
    ok(lines.size <= 5, [...lines].join(", "));
  });
}
