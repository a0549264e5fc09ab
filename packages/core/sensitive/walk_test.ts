import assert from "node:assert/strict";
import { nameFits } from "./children.ts";
import { placeName, replaceSensitive, sensitivePlaces, unclearSchema } from "./walk.ts";

const SECRET = { type: "string", sensitive: true };
const places = (schema: unknown, value: unknown) => sensitivePlaces(schema, value).map(placeName);

const FOUND: [what: string, schema: unknown, value: unknown, places: string[]][] = [
  ["a mark on the value itself", SECRET, "x", ["value"]],
  [
    "a reference to $defs",
    {
      properties: { a: { $ref: "#/$defs/s" } },
      $defs: { s: SECRET },
    },
    { a: "x" },
    ["a"],
  ],
  [
    "a reference beside other keywords",
    {
      properties: { a: { type: "string", $ref: "#/definitions/s~1t" } },
      definitions: { "s/t": SECRET },
    },
    { a: "x" },
    ["a"],
  ],
  [
    "a reference to an anchor",
    {
      properties: { a: { $ref: "#here" } },
      $defs: { s: { ...SECRET, $anchor: "here" } },
    },
    { a: "x" },
    ["a"],
  ],
  [
    "every meaning of a dynamic reference",
    {
      properties: { a: { $dynamicRef: "#node" } },
      $defs: { s: { $dynamicAnchor: "node" }, t: { ...SECRET, $dynamicAnchor: "node" } },
    },
    { a: "x" },
    ["a"],
  ],
  [
    "a recursion",
    {
      properties: { token: SECRET, kids: { items: { $ref: "#" } } },
    },
    { kids: [{ token: "x", kids: [{ token: "y" }] }] },
    [
      "kids.0.token",
      "kids.0.kids.0.token",
    ],
  ],
  [
    "references that lead in a circle",
    {
      $ref: "#/$defs/a",
      $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a", properties: { x: SECRET } } },
    },
    { x: "1", y: "2" },
    ["x"],
  ],
  ["allOf", { allOf: [{ properties: { a: {} } }, { properties: { a: SECRET } }] }, { a: "x" }, [
    "a",
  ]],
  ["anyOf within allOf", { allOf: [{ anyOf: [{ type: "number" }, SECRET] }] }, "x", ["value"]],
  [
    "then, when the condition may hold",
    { if: { properties: { k: { const: 1 } } }, then: { properties: { a: SECRET } } },
    { k: 1, a: "x" },
    ["a"],
  ],
  [
    "else, when it cannot",
    {
      if: { properties: { k: { const: 1 } } },
      then: { properties: { b: SECRET } },
      else: { properties: { a: SECRET } },
    },
    { k: 2, a: "x", b: "y" },
    ["a"],
  ],
  ["not", { not: { properties: { a: SECRET } } }, { a: "x" }, ["a"]],
  [
    "dependentSchemas of a property that is there",
    { dependentSchemas: { k: { properties: { a: SECRET } }, no: { properties: { b: SECRET } } } },
    { k: 1, a: "x", b: "y" },
    ["a"],
  ],
  [
    "dependencies of old drafts",
    {
      dependencies: { k: { properties: { a: SECRET } }, a: ["k"] },
    },
    { k: 1, a: "x" },
    ["a"],
  ],
  [
    "prefixItems, and items for the rest",
    {
      prefixItems: [{}, SECRET],
      items: { properties: { t: SECRET } },
    },
    ["a", "b", { t: "c" }],
    ["1", "2.t"],
  ],
  ["items as a list, and additionalItems", { items: [{}, SECRET], additionalItems: SECRET }, [
    "a",
    "b",
    "c",
  ], ["1", "2"]],
  ["contains, for every item", { contains: SECRET }, ["a", "b"], ["0", "1"]],
  ["unevaluatedItems", { unevaluatedItems: SECRET }, ["a"], ["0"]],
  [
    "additionalProperties, and not what is declared",
    {
      properties: { a: {} },
      additionalProperties: SECRET,
    },
    { a: "x", b: "y" },
    ["b"],
  ],
  ["unevaluatedProperties", { properties: { a: {} }, unevaluatedProperties: SECRET }, {
    a: "x",
    b: "y",
  }, ["b"]],
  [
    "patternProperties that fit",
    {
      patternProperties: { "^S_": SECRET },
      additionalProperties: {},
    },
    { S_a: "x", a: "y" },
    ["S_a"],
  ],
  [
    "patternProperties that cannot be tried, for every property",
    { patternProperties: { "^(a+)+$": SECRET } },
    { x: "1" },
    ["x"],
  ],
  [
    "what a pattern that cannot be tried may leave to additionalProperties",
    {
      patternProperties: { "(a|a)*b": {} },
      additionalProperties: SECRET,
    },
    { x: "1" },
    ["x"],
  ],
  ["an object whose names are secrets", { propertyNames: SECRET }, { a: 1 }, ["value"]],
  [
    "a text whose content holds secrets",
    {
      properties: { a: { contentSchema: { properties: { t: SECRET } } }, b: { contentSchema: {} } },
    },
    { a: "{}", b: "{}" },
    ["a"],
  ],
  [
    "a text where an object with a secret should be",
    {
      properties: { a: { type: "object", properties: { t: SECRET } }, b: { type: "object" } },
    },
    { a: '{"t":"x"', b: "{" },
    ["a"],
  ],
  [
    "a list where an object with a secret should be",
    {
      properties: { a: { $ref: "#/$defs/o" } },
      $defs: { o: { type: "object", properties: { t: SECRET } } },
    },
    { a: [{ t: "x" }] },
    ["a"],
  ],
  [
    "every branch of a choice that fits none",
    {
      anyOf: [{ const: 1 }, { const: 2, sensitive: true }],
    },
    3,
    ["value"],
  ],
  [
    "a branch told by a constant, and not the other",
    {
      oneOf: [
        { properties: { k: { const: "a" }, v: SECRET } },
        { properties: { k: { const: "b" }, w: SECRET } },
      ],
    },
    { k: "b", v: "x", w: "y" },
    ["w"],
  ],
  [
    "all branches, while an expression stands for the constant",
    {
      oneOf: [
        { properties: { k: { const: "a" }, v: SECRET } },
        { properties: { k: { const: "b" }, w: SECRET } },
      ],
    },
    { k: "${{ env.K }}", v: "x", w: "y" },
    ["v", "w"],
  ],
  [
    "a branch whose number was given as text",
    {
      anyOf: [
        { properties: { n: { type: "number" }, v: SECRET } },
        { properties: { n: { type: "string" } } },
      ],
    },
    { n: "5", v: "x" },
    ["v"],
  ],
  ["a mark that is not a boolean", { properties: { a: { sensitive: "yes" } } }, { a: "x" }, ["a"]],
  [
    "properties named like keywords",
    {
      properties: { $ref: {}, sensitive: {}, properties: SECRET },
    },
    { $ref: "#/no", sensitive: true, properties: "x" },
    ["properties"],
  ],
  ["a property named like one of every object", { properties: {} }, {
    toString: "x",
    constructor: "y",
  }, []],
  ["nothing in null", { properties: { a: SECRET } }, { a: null }, []],
  ["nothing where the mark is false", { properties: { a: { sensitive: false } } }, { a: "x" }, []],
  [
    "nothing by a default or an example that looks like a mark",
    {
      default: { sensitive: true },
      examples: [{ $ref: "#/no" }],
      const: { a: 1 },
    },
    { a: 1 },
    [],
  ],
  [
    "nothing by a keyword that is not known and can mark nothing",
    {
      properties: { a: { widget: { kind: "text", rows: [1, { wide: true }] } } },
    },
    { a: "x" },
    [],
  ],
];
for (const [what, schema, value, expected] of FOUND) {
  Deno.test(`secrets are found by ${what}`, () => {
    assert.deepEqual(places(schema, value), expected);
  });
}

const UNCLEAR: [what: string, schema: unknown, detail: RegExp][] = [
  ["an unknown keyword that could mark", { extends: [{ properties: { a: SECRET } }] }, /'extends'/],
  ["an unknown keyword that refers", { extends: { $ref: "#/$defs/a" } }, /'extends'/],
  ["a reference to another document", { $ref: "https://example.com/a.json" }, /refers to one/],
  ["a reference that leads nowhere", { $ref: "#/$defs/a" }, /refers to one/],
  ["a reference that is not text", { $ref: 1 }, /refers to one/],
  ["a broken escape in a reference", { $ref: "#/%E0%A4%A" }, /refers to one/],
  ["a reference beside a base of its own", {
    $ref: "#/$defs/a",
    $defs: { a: { $id: "https://example.com/" } },
  }, /refers to one/],
  ["something that is not a schema", { allOf: ["x"] }, /not a JSON Schema/],
];
for (const [what, schema, detail] of UNCLEAR) {
  Deno.test(`a value counts as a secret by ${what}, and the publisher is told`, () => {
    const [place] = sensitivePlaces(schema, { a: "x" });
    assert.equal(place?.reason, "unclear");
    assert.match(place.detail!, detail);
    assert.match(unclearSchema(schema) ?? "", detail);
  });
}

Deno.test("a schema with properties named like keywords is clear", () => {
  const schema = { properties: { extends: { properties: { sensitive: SECRET, $ref: {} } } } };
  assert.equal(unclearSchema(schema), undefined);
});

Deno.test("what is unclear below a property is told too, and so is what lies behind a reference", () => {
  const broken = { $ref: "#/no" };
  assert.match(unclearSchema({ properties: { a: { items: broken } } }) ?? "", /refers to one/);
  assert.match(
    unclearSchema({ $ref: "#/$defs/a", $defs: { a: { not: broken } } }) ?? "",
    /refers to one/,
  );
});

Deno.test("replacing keeps everything else, names of an object's prototype included", () => {
  const value = JSON.parse('{"__proto__":{"t":"x","n":1},"l":[null,false,0,""]}');
  const schema = JSON.parse('{"properties":{"__proto__":{"properties":{"t":{"sensitive":true}}}}}');
  assert.equal(
    JSON.stringify(replaceSensitive(schema, value, () => "***")),
    '{"__proto__":{"t":"***","n":1},"l":[null,false,0,""]}',
  );
});

Deno.test("a schema of references that double at each step is walked once", () => {
  const $defs: Record<string, unknown> = { s0: { properties: { t: SECRET } } };
  for (let depth = 1; depth < 60; depth++) {
    const part = { $ref: `#/$defs/s${depth - 1}` };
    $defs[`s${depth}`] = { anyOf: [part, { ...part }], allOf: [{ ...part }, { ...part }] };
  }
  assert.deepEqual(places({ $ref: "#/$defs/s59", $defs }, { t: "x" }), ["t"]);
});

for (const pattern of ["^(a+)+$", "(a|a)*b", "a*a*a*b", "\\1", "(?=x)", "[a-z]+[a-z]+$"]) {
  Deno.test(`the pattern ${pattern} is not tried, as it might take long`, () => {
    assert.equal(nameFits(pattern, "aaaa"), undefined);
  });
}

for (const [pattern, name, fits] of [["^S_", "S_a", true], ["^S_", "a", false]] as const) {
  Deno.test(`the pattern ${pattern} ${fits ? "fits" : "does not fit"} ${name}`, () => {
    assert.equal(nameFits(pattern, name), fits);
  });
}
