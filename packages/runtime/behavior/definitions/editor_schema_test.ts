import assert from "node:assert/strict";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { parse } from "yaml";
import type { JsonSchema } from "@svc/core/descriptor";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import { COMMAND_SHELL } from "../../consent/types/builtin.ts";
import { typeSchema } from "./editor_schema.ts";

const HEAD = 'type: "@acme/x"\nid: a1\nname: x\n';

/** What an editor says of a behavior: the keywords of its marks, none for a file that is fine. */
function editorOf(globalArguments: JsonSchema, methods: Record<string, JsonSchema> = {}) {
  const resolved = {
    type: { raw: "@acme/x", normalized: "@acme/x" },
    model: {
      ...COMMAND_SHELL,
      globalArguments,
      methods: Object.entries(methods).map(([name, schema]) => ({
        name,
        description: "",
        arguments: schema,
      })),
    },
  } as unknown as ResolvedType;
  const schema = typeSchema(resolved);
  const ajv = new Ajv({ strict: false });
  (formats as unknown as (ajv: Ajv) => void)(ajv);
  const check = ajv.compile(schema);
  const marks = (text: string) =>
    check(parse(HEAD + text))
      ? ""
      : check.errors!.map(({ instancePath }) => instancePath).join(" ");
  return { schema, marks };
}

const object = (properties: Record<string, unknown>, more: JsonSchema = {}): JsonSchema => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties,
  ...more,
});

Deno.test("an editor knows the arguments of the type: what is of another kind, missing or mistyped", () => {
  const { marks } = editorOf(
    object(
      { org: { type: "string" }, count: { type: "integer" }, kind: { enum: ["a", "b"] } },
      { required: ["org"], additionalProperties: false },
    ),
    { run: object({ query: { type: "string" } }, { required: ["query"] }) },
  );
  assert.equal(marks("globalArguments: { org: acme, count: 5, kind: a }\n"), "");
  assert.equal(marks("globalArguments:\nmethods:\n  run:\n    arguments:\n"), "");
  assert.equal(marks("globalArguments: { org: acme }\nmethods: { run: { arguments: {} } }\n"), "");
  assert.match(marks("globalArguments: {}\n"), /globalArguments/);
  assert.match(marks("globalArguments: { org: acme, count: many }\n"), /globalArguments\/count/);
  assert.match(marks("globalArguments: { org: acme, kind: c }\n"), /globalArguments\/kind/);
  assert.match(marks("globalArguments: { org: acme, orgs: x }\n"), /globalArguments/);
  assert.match(marks("methods: { ran: {} }\n"), /methods/);
  assert.match(marks("methods: { run: { arguments: { query: [] } } }\n"), /query/);
});

Deno.test("an expression may stand for any value, at any depth", () => {
  const { marks } = editorOf(object({
    at: { type: "string", format: "date-time" },
    count: { type: "integer", minimum: 1 },
    kind: { enum: ["a"] },
    list: { type: "array", minItems: 3, items: { type: "integer" } },
    deep: object({ pair: { prefixItems: [{ type: "number" }], items: { type: "boolean" } } }),
    any: { anyOf: [{ type: "integer" }, { type: "null" }] },
    map: { type: "object", additionalProperties: { type: "integer" } },
  }));
  const values = "at count kind list any map".split(" ").map((name) =>
    `  ${name}: \${{ env.X }}\n`
  );
  assert.equal(marks(`globalArguments:\n${values.join("")}`), "");
  const inside =
    "list: [1, '${{ a }}', 3], deep: { pair: ['${{ a }}', true] }, map: { k: '${{ a }}' }";
  assert.equal(marks(`globalArguments: { ${inside} }\n`), "");
  assert.equal(marks("globalArguments: { deep: { pair: [1, true, false] } }\n"), "");
  assert.match(marks("globalArguments: { deep: { pair: [1, 2] } }\n"), /pair\/1/);
  assert.match(marks("globalArguments: { list: [1, x, 3] }\n"), /list\/1/);
});

Deno.test("a secret has to be an expression, as svc takes no other", () => {
  const { marks } = editorOf(
    object({ token: { type: "string", minLength: 40, sensitive: true } }),
    { run: object({ key: { type: "string", sensitive: true } }) },
  );
  assert.equal(marks("globalArguments: { token: '${{ vault.get(main, KEY) }}' }\n"), "");
  assert.equal(marks("methods: { run: { arguments: { key: '${{ env.KEY }}' } } }\n"), "");
  assert.match(marks("globalArguments: { token: abc }\n"), /token/);
  assert.match(marks("methods: { run: { arguments: { key: abc } } }\n"), /key/);
});

Deno.test("references inside of the arguments are found where they stand in the file's schema", () => {
  const tree = object({ name: { type: "string" }, below: { type: "array", items: { $ref: "#" } } });
  const { marks } = editorOf(
    object({ one: { $ref: "#/$defs/pair" } }, {
      $defs: { pair: object({ a: { type: "integer" } }) },
    }),
    { "a/b~c d": tree },
  );
  assert.equal(marks("globalArguments: { one: { a: 1 } }\n"), "");
  assert.match(marks("globalArguments: { one: { a: x } }\n"), /one/);
  const method = (value: string) =>
    `methods: { "a/b~c d": { arguments: { below: [${value}] } } }\n`;
  assert.equal(marks(method("{ name: x, below: [] }")), "");
  assert.match(marks(method("{ name: [] }")), /below\/0/);
});

Deno.test("what a stranger's type says can neither hang an editor nor have it ask a server", () => {
  const { schema, marks } = editorOf(object({
    slow: { type: "string", pattern: "^(a+)+$" },
    far: { $ref: "https://evil.example/x.json" },
    near: { $ref: "../../../secret.json" },
    odd: { $id: "https://evil.example/", $schema: "https://evil.example/", defaultSnippets: [{}] },
    loose: { oneOf: [{ pattern: "^a$" }, { pattern: "^b$" }], not: { pattern: "^c$" } },
    named: { type: "object", patternProperties: { "^(a+)+$": {} }, additionalProperties: false },
  }));
  const text = JSON.stringify(schema);
  for (const word of ["evil", "(a+)+", "secret", "Snippets", "^a$", "^c$"]) {
    assert.ok(!text.includes(word), word);
  }
  const values = "slow: b, far: 1, near: 1, odd: 1, loose: a, named: { aa: 1 }";
  assert.equal(marks(`globalArguments: { ${values} }\n`), "");
});

Deno.test("a type without global arguments has none, and one of another form may have any", () => {
  assert.equal(editorOf(object({})).marks("globalArguments: {}\n"), "");
  assert.match(editorOf(object({})).marks("globalArguments: { a: 1 }\n"), /globalArguments/);
  const open = { type: "object", additionalProperties: { type: "string" } };
  assert.equal(editorOf(open).marks("globalArguments: { a: x }\n"), "");
  assert.equal(editorOf({}).marks("globalArguments: { a: x }\n"), "");
});
