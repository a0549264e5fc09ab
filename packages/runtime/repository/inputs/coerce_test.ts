import { deepEqual } from "node:assert/strict";
import fc from "fast-check";
import { coerceInputs } from "./coerce.ts";

const schema = {
  properties: {
    text: { type: "string" },
    whole: { type: "integer" },
    number: { type: "number" },
    flag: { type: "boolean" },
    list: { type: "array", items: { type: "number" } },
    map: { type: "object", properties: { n: { type: "number" } } },
    maybe: { anyOf: [{ type: "number" }, { type: "null" }] },
    either: { anyOf: [{ type: "string" }, { type: "number" }] },
    kinds: { oneOf: [{ type: "object", properties: {} }, { type: "object", properties: {} }] },
  },
};

const CASES: [name: string, given: unknown, becomes: unknown][] = [
  ["text", "12", "12"],
  ["whole", "12.7", 12],
  ["kinds", '{"kind":"agent"}', { kind: "agent" }],
  ["whole", "twelve", "twelve"],
  ["number", "1e3", 1000],
  ["number", "", ""],
  ["number", "Infinity", "Infinity"],
  ["flag", "true", true],
  ["flag", "yes", "yes"],
  ["list", "[1,2]", [1, 2]],
  ["list", ["1", "x"], [1, "x"]],
  ["list", "{}", "{}"],
  ["map", '{"n":1}', { n: 1 }],
  ["map", { n: "5" }, { n: 5 }],
  ["map", "null", "null"],
  ["maybe", "null", null],
  ["maybe", "4", 4],
  ["either", "4", "4"],
  ["unknown", "4", "4"],
];
for (const [name, given, becomes] of CASES) {
  Deno.test(`${name} ${JSON.stringify(given)} becomes ${JSON.stringify(becomes)}`, () => {
    deepEqual(coerceInputs({ [name]: given }, schema), { [name]: becomes });
  });
}

Deno.test("values of an open record are coerced by its value schema", () => {
  deepEqual(coerceInputs({ a: "1" }, { additionalProperties: { type: "number" } }), { a: 1 });
});

Deno.test("coercing twice changes nothing more", () => {
  fc.assert(fc.property(
    fc.constantFrom(...Object.keys(schema.properties)),
    fc.jsonValue(),
    (name, value) => {
      const once = coerceInputs({ [name]: value }, schema);
      // A text that holds JSON of a text is the one thing read again, and only inside a container.
      fc.pre(typeof value !== "string" || !/^[[{]/.test(value.trim()));
      deepEqual(coerceInputs(once, schema), once);
    },
  ));
});
