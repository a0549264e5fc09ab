import type { ModelDescriptor } from "@svc/core/descriptor";
import assert from "node:assert/strict";
import { HOSTILE_TEXT } from "../../../../testing/web/hostile.ts";
import { SAMPLE_DESCRIPTOR } from "../../../../testing/web/sample.ts";
import { exampleOf } from "./example.ts";

const ID = "0b6f2a51-6a5e-4c39-9d4e-0c4f8a6f1a01";
const [SAMPLE] = SAMPLE_DESCRIPTOR.models as [ModelDescriptor];

function example(changes: Partial<ModelDescriptor> = {}) {
  return exampleOf("@acme/repo-insight", { ...SAMPLE, ...changes }, ID);
}

const LIST_PRS = SAMPLE.methods.filter(({ name }) => name === "list_prs");

Deno.test("an example creates a behavior with the arguments it needs, secrets from a vault, and runs it", () => {
  const { commands, yaml } = example({ methods: LIST_PRS })!;
  assert.deepEqual(commands.map(({ command }) => command), [
    "svc extension pull @acme/repo-insight",
    "svc vault create local_encryption main",
    "svc vault put main TOKEN",
    "svc behavior create @acme/repo-insight repo-insight --global-arg owner=your-owner " +
    "--global-arg 'token=${{ vault.get(main, TOKEN) }}'",
    "svc behavior run repo-insight list_prs --input repo=your-repo",
  ]);
  assert.equal(
    yaml,
    `type: "@acme/repo-insight"
id: ${ID}
name: repo-insight
globalArguments:
  owner: "your-owner"
  token: "\${{ vault.get(main, TOKEN) }}"
methods:
  list_prs:
    arguments:
      repo: "your-repo"`,
  );
});

Deno.test("a value of an example is one that the schema names, and never one with a meaning to a shell", () => {
  const value = (property: unknown) => {
    const properties = { a: property };
    const { yaml } = example({ globalArguments: { properties, required: ["a"] } })!;
    return JSON.parse(/ {2}a: (.*)/.exec(yaml)![1]!);
  };
  assert.deepEqual(
    [
      { enum: ["open", "closed"] },
      { type: "string", examples: ["octo/cat"] },
      { type: "integer", minimum: 5 },
      { type: "boolean", default: false },
      { type: "array" },
      { type: "string", format: "uri" },
      { type: "string", default: "$(rm -rf ~)" },
      { enum: ["`id`"] },
      true,
    ].map(value),
    ["open", "octo/cat", 5, false, [], "https://example.com", "your-a", "your-a", "your-a"],
  );
});

Deno.test("there is no example where a name in it is not plain: somebody would paste it", () => {
  const names = [...Object.values(HOSTILE_TEXT), "a b", "a;id", "$(id)", "a\nid", "x".repeat(65)];
  for (const name of names) {
    const schema = { properties: { [name]: {} }, required: [name] };
    assert.equal(example({ globalArguments: schema }), undefined, name);
    assert.equal(example({ methods: [{ name, description: "", arguments: {} }] }), undefined);
    assert.equal(example({ type: `@acme/${name};` }), undefined);
  }
});
