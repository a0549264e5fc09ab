import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { stringify } from "yaml";
import { inspectDefinition, readDefinition } from "./read.ts";

const HEAD = "type: command/shell\nid: a1\nname: x\n";

const PROBLEMS: [what: string, text: string, problems: [line: number, message: RegExp][]][] = [
  ["no mapping", "- a\n", [[0, /must be a YAML mapping/]]],
  ["nothing", "", [[0, /must be a YAML mapping/]]],
  ["no YAML", "type: a\nid: [\n", [[3, /./]]],
  ["a missing id and a number for a name", "type: a/b\nname: 5\n", [
    [1, /id is missing: create a new UUID for it$/],
    [2, /name is not text/],
  ]],
  ["a type that is not in quotes", "type: @acme/x\nid: a\nname: b\n", [
    [1, /put it in quotes, as in "@acme\/name"$/],
  ]],
  ["a driver", `${HEAD}driver: docker\n`, [[4, /driver is no longer supported/]]],
  ["an id that leads elsewhere", "type: a/b\nid: ../x\nname: x\n", [[2, /UUID/]]],
  ["a name that leads elsewhere", "type: a/b\nid: a\nname: ../x\n", [[3, /name must be one line/]]],
  ["a name of two lines", 'type: a/b\nid: a\nname: "a\\nb"\n', [[3, /name must be one line/]]],
  ["a type of two lines", 'type: "a\\nb"\nid: a\nname: b\n', [[1, /not a behavior type/]]],
  ["arguments that are a list", `${HEAD}methods:\n  run:\n    arguments: [1]\n`, [
    [6, /methods\.run\.arguments must be a mapping/],
  ]],
  ["a key given twice", `${HEAD}tags: {}\ntags: {}\n`, [[5, /tags appears twice/]]],
  ["inputs of another form", `${HEAD}inputs:\n  type: array\n  properties:\n    a: 1\n`, [
    [5, /inputs\.type must be 'object'/],
    [7, /inputs\.properties\.a must be a mapping/],
  ]],
  ["checks that are no lists", `${HEAD}checks:\n  skip: all\n`, [[
    5,
    /checks\.skip must be a list/,
  ]]],
];
for (const [what, text, expected] of PROBLEMS) {
  Deno.test(`a file with ${what} is refused with each place`, async () => {
    const { problems } = await inspectDefinition(text);
    deepEqual(problems.map(({ line }) => line ?? 0), expected.map(([line]) => line));
    for (const [index, { message }] of problems.entries()) {
      ok(expected[index]![1].test(message), message);
    }
  });
}

Deno.test("everything that a file may say is read, and what svc does not know is not a problem", async () => {
  const definition = await readDefinition(
    `# comment
typeVersion: 7
type: "@acme/x"
base: &base { owner: acme }
id: 0B6F2A51-6a5e-4c39-9d4e-0c4f8a6f1a01
name: "Größe 1"
version: 3
tags: { team: 5, on: true }
globalArguments:
  <<: *base
  region: \${{ inputs.region }}
methods:
  list: { arguments: { limit: 3 } }
  none:
inputs:
  properties: { region: { type: string, default: eu } }
  required: [region]
checks: { require: [a], skip: [b] }
reports: { require: [c, { name: d }] }
resources: { main: { lifetime: 7d, garbageCollection: 2, vaultName: v } }
somethingNew: [1, 2]
`,
    "x.yaml",
  );
  deepEqual(definition, {
    type: "@acme/x",
    id: "0B6F2A51-6a5e-4c39-9d4e-0c4f8a6f1a01",
    name: "Größe 1",
    version: 3,
    tags: { team: "5", on: "true" },
    globalArguments: { owner: "acme", region: "${{ inputs.region }}" },
    methods: { list: { arguments: { limit: 3 } }, none: {} },
    inputs: {
      properties: { region: { type: "string", default: "eu" } },
      required: ["region"],
    },
    checks: { require: ["a"], skip: ["b"] },
    reports: { require: ["c", "d"] },
    resources: { main: { lifetime: "7d", garbageCollection: 2, vaultName: "v" } },
  });
});

const letters = "abcdefghij";
const HOSTILE: Record<string, string> = {
  "aliases of aliases": `${HEAD}a: &a [x,x,x,x,x,x,x,x,x]\n${
    [...letters].slice(1).map((letter, index) =>
      `${letter}: &${letter} [${Array(9).fill(`*${letters[index]}`).join(",")}]`
    ).join("\n")
  }\n`,
  "an alias in itself": `${HEAD}a: &a [*a]\n`,
  "thousands of anchors": HEAD +
    Array.from({ length: 10_000 }, (_, index) => `k${index}: &a${index} 1\n`).join(""),
  "deep nesting": `${HEAD}a: ${"[".repeat(100_000)}${"]".repeat(100_000)}\n`,
  "10 MB": `${HEAD}a: "${"x".repeat(10_000_000)}"\n`,
};
for (const [what, text] of Object.entries(HOSTILE)) {
  Deno.test(`a file with ${what} is refused and costs little`, async () => {
    const { problems, definition } = await inspectDefinition(text);
    equal(definition, undefined);
    equal(problems.length, 1);
    ok(problems[0]!.message.length < 300, problems[0]!.message.slice(0, 500));
  });
}

Deno.test("keys named like parts of an object stay keys", async () => {
  const { globalArguments } = await readDefinition(
    `${HEAD}globalArguments:\n  __proto__: { polluted: yes }\n  constructor: { prototype: 1 }\n`,
    "x.yaml",
  );
  deepEqual(Object.keys(globalArguments), ["__proto__", "constructor"]);
  equal(({} as Record<string, unknown>)["polluted"], undefined);
  equal((globalArguments as { polluted?: unknown }).polluted, undefined);
});

Deno.test("what is written is read again as it was", async () => {
  // No file is written with a key '<<', which would be read as a merge.
  const plain = fc.string({ unit: "grapheme", maxLength: 12 }).filter((text) => text !== "<<");
  const value = fc.jsonValue({ maxDepth: 3, stringUnit: "grapheme" })
    .filter((one) => !JSON.stringify(one).includes('"<<":'));
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(plain, value, { maxKeys: 5, noNullPrototype: true }),
      fc.dictionary(plain, plain, { maxKeys: 3, noNullPrototype: true }),
      async (globalArguments, tags) => {
        const definition = {
          type: "command/shell",
          id: crypto.randomUUID(),
          name: "x",
          version: 1,
          tags,
          globalArguments,
          methods: { execute: { arguments: globalArguments } },
        };
        const read = await readDefinition(stringify(definition, { lineWidth: 0 }), "x.yaml");
        deepEqual(JSON.parse(JSON.stringify(read)), JSON.parse(JSON.stringify(definition)));
      },
    ),
  );
});
