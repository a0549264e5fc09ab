import assert from "node:assert/strict";
import { argumentsOf, typeText } from "./argument.ts";

Deno.test("arguments keep the schema's order, with type, need, description and default", () => {
  assert.deepEqual(
    argumentsOf({
      type: "object",
      properties: { b: { type: "integer", default: 3 }, a: { type: "string", description: "A." } },
      required: ["a"],
    }),
    [
      {
        ...{ name: "b", type: "integer", required: false, description: "" },
        ...{ defaultValue: "3", secret: false },
      },
      {
        ...{ name: "a", type: "string", required: true, description: "A." },
        ...{ defaultValue: undefined, secret: false },
      },
    ],
  );
});

Deno.test("a schema that is not an object, or is broken, has no arguments", () => {
  for (const schema of [undefined, {}, { properties: [] }, { properties: "x" }]) {
    assert.deepEqual(argumentsOf(schema as never), []);
  }
  assert.equal(argumentsOf({ properties: { a: true } })[0]?.type, "any");
});

Deno.test("types read as a TypeScript reader would write them", () => {
  assert.equal(typeText({ type: "array", items: { type: "string" } }), "string[]");
  assert.equal(typeText({ type: "array", items: { enum: ["a", "b"] } }), '("a" | "b")[]');
  assert.equal(typeText({ anyOf: [{ type: "string" }, { type: "null" }] }), "string | null");
  assert.equal(typeText({ const: true }), "true");
  assert.equal(
    typeText({ enum: [1, 2, 3, 4, 5, 6, 7, 8, 9] }),
    "1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | …",
  );
});

Deno.test("a schema nested without end is still told in a few characters", () => {
  let schema: Record<string, unknown> = { type: "string" };
  for (let depth = 0; depth < 50; depth++) schema = { type: "array", items: schema };
  assert.ok(typeText(schema).length < 20);
  // As deep as a descriptor of one megabyte can be: the call stack ends long before.
  for (const key of ["anyOf", "oneOf"]) {
    let variant: Record<string, unknown> = { type: "string" };
    for (let depth = 0; depth < 90_000; depth++) variant = { [key]: [variant] };
    assert.equal(typeText(variant), "any");
  }
});
