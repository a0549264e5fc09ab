import { deepEqual, equal, match, rejects } from "node:assert/strict";
import type { JsonSchema } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import { collectSources } from "../sources/collect.ts";
import {
  GREET,
  manifestText,
  modelText,
  temporaryFolder,
  writeFiles,
  zodModelText,
} from "../../testing/extension.ts";
import { type DescribedExtension, describeExtension, type DescribeOptions } from "./describe.ts";

async function describeText(
  model: string,
  extra = "",
  options: DescribeOptions = {},
): Promise<DescribedExtension> {
  await using folder = await temporaryFolder();
  await writeFiles(folder.path, { "manifest.yaml": manifestText(extra), "greeter.ts": model });
  const { manifest, files } = await collectSources(`${folder.path}/manifest.yaml`);
  return await describeExtension(files, manifest, options);
}

/** A busy machine takes its time until another limit than this is reached. */
const LONG: DescribeOptions = { timeLimitMs: 3_600_000 };

function refusal(code: string, text: RegExp) {
  return (error: unknown) => {
    equal((error as SvcError).code, code, String((error as Error).stack));
    match((error as SvcError).message, text);
    return true;
  };
}

Deno.test("a model is described with its schemas, outputs and the manifest's permissions", async () => {
  const { descriptor, bundles, lock } = await describeText(
    zodModelText(GREET, { globals: "{ token: z.string().meta({ sensitive: true }) }" }),
    "permissions:\n  net:\n    - example.com\n",
  );
  deepEqual(descriptor, {
    descriptorVersion: 1,
    models: [{
      file: "greeter.ts",
      type: "@acme/greeter",
      version: "2026.01.02.3",
      globalArguments: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        properties: { token: { type: "string", sensitive: true } },
        required: ["token"],
        additionalProperties: false,
      },
      dataOutputSpecs: [
        {
          specName: "greeting",
          kind: "resource",
          description: "What was said",
          schema: {
            $schema: "https://json-schema.org/draft/2020-12/schema",
            type: "object",
            properties: {
              text: { type: "string", minLength: 1 },
              times: {
                type: "integer",
                minimum: -9007199254740991,
                maximum: 9007199254740991,
              },
            },
            required: ["text"],
            additionalProperties: false,
          },
          lifetime: "infinite",
          garbageCollection: 3,
        },
        {
          specName: "log",
          kind: "file",
          description: "A log",
          contentType: "text/plain",
          lifetime: "30d",
          garbageCollection: 2,
        },
      ],
      methods: [{
        name: "greet",
        description: "Says hello",
        arguments: {
          $schema: "https://json-schema.org/draft/2020-12/schema",
          type: "object",
          properties: {
            name: { type: "string", minLength: 1, description: "Whom to greet" },
          },
          required: ["name"],
          additionalProperties: false,
        },
      }],
    }],
    reports: [],
    vaults: [],
    datastores: [],
    permissions: { net: ["example.com"] },
  });
  equal(bundles.has("models/greeter.ts"), true);
  match(new TextDecoder().decode(lock), /"zod@4\.6\.7"/);
});

Deno.test("schemas of zod are described as JSON Schema, and what that cannot say may be anything", async (test) => {
  const globals = `{
    piped: secret.pipe(z.string().min(2)),
    counted: secret.transform((text) => text.length),
    read: z.preprocess((text) => JSON.parse(String(text)), z.object({ key: secret })),
    dated: z.object({ at: z.date(), list: z.tuple([secret]), key: secret.optional() }),
    plain: z.string().transform(Number),
  }`;
  const others = Object.entries({
    defaults: "{ a: z.number().default(1), deep: z.object({ b: z.string().default('x') }) }",
    nothing: `{
      made: z.preprocess((given) => given ?? 1, z.number()),
      caught: z.number().catch(3),
      both: z.preprocess((given) => given, z.number().catch(3).default(2)),
      refused: z.preprocess((given) => given, z.number()),
      throws: z.preprocess((given) => JSON.parse(given as string), z.number()),
      deep: z.object({ made: z.preprocess((given) => given ?? 1, z.number()), b: z.string() }),
    }`,
    shape: "{ when: z.date(), name: z.string().min(2), n: z.number().optional() }",
  }).map(([name, args]) =>
    `${name}: { description: "One", arguments: z.object(${args}), execute() {} },`
  );
  const { descriptor } = await describeText(
    zodModelText(GREET, {
      globals,
      before: "const secret = z.string().meta({ sensitive: true });",
    }).replace("  methods: {", `$&\n${others.join("\n")}`),
  );
  const [model] = descriptor.models;
  const schemaOf = (method: string) =>
    model!.methods.find(({ name }) => name === method)!.arguments;
  await test.step("a property with a default is not required at the top, and stays required below", () => {
    const schema = schemaOf("defaults") as {
      required: string[];
      properties: { deep: { required: string[] } };
    };
    deepEqual(schema.required, ["deep"]);
    deepEqual(schema.properties.deep.required, ["b"]);
  });
  await test.step("a property that zod makes of nothing is not required of what goes in", () => {
    const { arguments: out, input } = model!.methods.find(({ name }) => name === "nothing")!;
    const required = (schema: JsonSchema | undefined) => {
      const { deep } = schema!["properties"] as Record<string, JsonSchema>;
      return [schema!["required"], deep!["required"]];
    };
    deepEqual(required(out), [["made", "refused", "throws", "deep"], ["made", "b"]]);
    deepEqual(required(input), [["refused", "throws", "deep"], ["b"]]);
  });
  await test.step("what JSON Schema cannot express is anything, and all around it is as it was written", () => {
    deepEqual(schemaOf("shape"), {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { when: {}, name: { type: "string", minLength: 2 }, n: { type: "number" } },
      required: ["when", "name"],
      additionalProperties: false,
    });
  });
  await test.step("a mark of a secret is kept through conversion, and beside what cannot be expressed", () => {
    deepEqual(model!.globalArguments!["properties"], {
      piped: { type: "string", minLength: 2, sensitive: true },
      counted: { type: "string", sensitive: true },
      read: { sensitive: true },
      dated: {
        type: "object",
        properties: {
          at: {},
          list: {
            type: "array",
            prefixItems: [{ type: "string", sensitive: true }],
            minItems: 1,
            maxItems: 1,
            items: false,
          },
          key: { type: "string", sensitive: true },
        },
        required: ["at", "list"],
        additionalProperties: false,
      },
      plain: { type: "string" },
    });
  });
});

Deno.test("a module of the wrong shape is refused with file and key, all at once", async () => {
  const wrong = modelText(GREET)
    .replace('version: "2026.01.02.3"', 'version: "1.0.0"')
    .replace('lifetime: "30d"', 'lifetime: "30s"')
    .replace('type: "@acme/greeter"', 'type: "@other/greeter"')
    .replace('description: "Says hello"', "description: 5");
  await rejects(describeText(wrong), (error) => {
    refusal("describe_failed", /greeter\.ts: model\.version '1\.0\.0' must be YYYY/)(error);
    refusal("describe_failed", /model\.files\.log\.lifetime must be/)(error);
    refusal("describe_failed", /'@other\/greeter' must start with @acme\//)(error);
    return refusal("describe_failed", /model\.methods\.greet\.description must be/)(error);
  });
});

Deno.test("a file without the export of its kind is refused", async () => {
  await rejects(
    describeText("export const something = 1;\n"),
    refusal("describe_failed", /greeter\.ts: model is missing/),
  );
});

Deno.test("a module that throws while it loads is refused with its words", async () => {
  await rejects(
    describeText(`throw new Error("no database");\n${modelText(GREET)}`),
    refusal("describe_failed", /models\/greeter\.ts:1: Error: no database/),
  );
});

Deno.test("what is required beside the bundle while it loads is not found, as packages expect it", async () => {
  const requiring = (name: string, caught: string) =>
    describeText(`import { createRequire } from "node:module";
try { createRequire(import.meta.url)("${name}"); } catch (error) { ${caught} }\n${
      modelText(GREET)
    }`);
  for (const name of ["@acme/x-linux-x64", "./build/x.node", "absent"]) {
    await requiring(name, `if (error.code !== "MODULE_NOT_FOUND") throw error;`);
  }
  await rejects(
    requiring("./build/x.node", "throw error;"),
    refusal("describe_failed", /models\/greeter\.ts:2: it needs a native add-on, which svc/),
  );
});

Deno.test("a module whose native add-on is not loaded while it loads is told so", async () => {
  await rejects(
    describeText(`process.report.getReport().header.glibcVersionRuntime;
throw new Error("Failed to load native binding");\n${modelText(GREET)}`),
    refusal("describe_failed", /models\/greeter\.ts:2: it needs a native add-on, which svc/),
  );
});

Deno.test("a module that asks for anything while it loads is denied", async () => {
  const asks = [
    'fetch("http://127.0.0.1:9999")',
    'new Deno.Command("true").outputSync()',
    'Deno.writeTextFileSync("/tmp/x", "x")',
  ];
  const denied = asks.map((ask) =>
    `await (async () => await ${ask})().then(() => {}, (error) => said.push(String(error)));`
  );
  await rejects(
    describeText(modelText(GREET, {
      before: `const said: string[] = []; ${denied.join(" ")} throw new Error(said.join());`,
    })),
    refusal("describe_failed", /(?:.*NotCapable: Requires \w+ access to \S+ while it loads){3}/),
  );
});

Deno.test("what a module begins while it loads may fail later, and is described all the same", async () => {
  const { descriptor } = await describeText(modelText(GREET, {
    before: `import { Worker as Thread } from "node:worker_threads";
import { createRequire } from "node:module";
const { Worker: Required } = createRequire(import.meta.url)("worker_threads");
for (const Begun of [Worker, Thread, Required]) {
  const begun = new Begun(new URL("./absent.js", import.meta.url), { type: "module" });
  begun.postMessage("Are you there?");
}
fetch("http://127.0.0.1:9999");
// Time enough for each to fail.
await new Promise((resolve) => setTimeout(resolve, 500));`,
  }));
  equal(descriptor.models.length, 1);
});

Deno.test("a module sees no variable while it loads but a home that is nobody's", async () => {
  const { descriptor } = await describeText(modelText(GREET, {
    before: `import { env } from "node:process";
const seen = [Deno.env.get("USER"), env.PATH, ...Object.keys(Deno.env.toObject())];
if (seen.some((value) => value !== undefined && value !== "HOME")) throw new Error("seen: " + seen);
if (env.HOME !== "/home/user" || Deno.env.get("HOME") !== "/home/user") throw new Error(env.HOME);`,
  }));
  equal(descriptor.models.length, 1);
});

Deno.test("what a module has Deno keep while it loads is gone when it is loaded again", async () => {
  for (let time = 0; time < 2; time++) {
    const { descriptor } = await describeText(modelText(GREET, {
      before: `if (localStorage.getItem("a") !== null) throw new Error("seen before");
localStorage.setItem("a", "b");
await (await caches.open("a")).put("http://x.example/", new Response("b"));`,
    }));
    equal(descriptor.models.length, 1);
  }
});

Deno.test("a module that fills the disk while it loads is stopped", async () => {
  await rejects(
    describeText(
      modelText(GREET, {
        before: `const cache = await caches.open("a");
for (let i = 0;; i++) await cache.put("http://x.example/" + i, new Response(new Uint8Array(1e6)));`,
      }),
      "",
      LONG,
    ),
    refusal("disk_limit", /Describing the extension filled more than 64 MB/),
  );
});

Deno.test("a module that prints, or exits, or prints a descriptor of its own gains nothing", async () => {
  const forged = JSON.stringify([{ file: "greeter.ts", problems: [] }]);
  const { descriptor } = await describeText(
    modelText(GREET, { before: `console.log(${JSON.stringify(forged)});` }),
  );
  equal(descriptor.models.length, 1);
  await rejects(
    describeText(modelText(GREET, { before: "Deno.exit(0);" })),
    refusal("describe_failed", /models\/greeter\.ts ended the process that loaded it/),
  );
});

Deno.test("a module that loops for ever is stopped at the time limit", async () => {
  await rejects(
    describeText(modelText(GREET, { before: "for (;;);" }), "", { timeLimitMs: 700 }),
    refusal("timeout", /took longer than 0\.7 s/),
  );
});

Deno.test("a module that eats memory is stopped", async () => {
  await rejects(
    describeText(
      modelText(GREET, {
        before: "const all: unknown[] = []; for (;;) all.push(new Array(10_000_000).fill(1.5));",
      }),
      "",
      LONG,
    ),
    refusal("memory_limit", /Loading models\/greeter\.ts took more than 512 MB/),
  );
});

Deno.test("a syntax error is told with file and line", async () => {
  await rejects(
    describeText("export const model: number = ;\n"),
    refusal("source_refused", /greeter\.ts:1: .*Expression expected/),
  );
});

Deno.test("a lock that lacks a dependency of the sources is refused", async () => {
  await rejects(
    describeText(zodModelText(GREET), "", {
      lock: new TextEncoder().encode('{\n  "version": "5"\n}\n'),
    }),
    refusal("bundle_failed", /dependencies that bundle\.lock\.json does not name/),
  );
});

Deno.test("bundling under the lock that push made gives the same modules", async () => {
  const first = await describeText(zodModelText(GREET));
  const second = await describeText(zodModelText(GREET), "", { lock: first.lock });
  deepEqual(second, first);
});

Deno.test("a schema that svc cannot search for secrets is named with its key", async () => {
  const globals = "{ a: z.string().meta({ widget: { sensitive: true } }) }";
  await rejects(
    describeText(zodModelText(GREET, { globals })),
    refusal("describe_failed", /model\.globalArguments cannot be searched for secrets: .*'widget'/),
  );
});

Deno.test("a name that hides characters is refused, a description has them written out", async () => {
  await rejects(
    describeText(modelText(GREET).replace("    greet: {", '    "gre\\u202eet": {')),
    refusal("describe_failed", /model\.methods\.gre\\u202eet has the character \\u202e/),
  );
  const shown: Record<string, string> = {
    "Says\\u001b[2J hello": "Says\\x1b[2J hello",
    "Zero\\u200bwidth": "Zero\\u200bwidth",
    "": "",
  };
  const methods = Object.keys(shown).map((text, at) =>
    `m${at}: { description: "${text}", arguments: z.object({}), execute() {} },`
  );
  const { descriptor } = await describeText(
    modelText(GREET).replace("  methods: {", `$&\n${methods.join("\n")}`),
  );
  deepEqual(
    descriptor.models[0]!.methods.slice(0, 3).map(({ description }) => description),
    Object.values(shown),
  );
});

Deno.test("what the code needs is found with its line, whether the manifest declares it or not", async () => {
  const { found, unscanned } = await describeText(
    modelText(`        await fetch("https://api.acme.dev/x");\n${GREET}`),
  );
  const line = modelText("@@").split("\n").findIndex((text) => text.includes("@@")) + 1;
  deepEqual(found, [
    { kind: "net", entry: "api.acme.dev", file: "models/greeter.ts", line, by: "fetch" },
  ]);
  deepEqual(unscanned, []);
});
