import { deepEqual, equal } from "node:assert/strict";
import { problemsOf } from "./problems.ts";

const SCHEMA = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 2 },
    count: { type: "integer", minimum: 1 },
    state: { enum: ["open", "closed"] },
    tags: { type: "array", items: { type: "string" } },
    "a/b~c": { type: "number" },
    choice: {
      anyOf: [{ type: "string" }, {
        type: "object",
        properties: { id: { type: "number" } },
        required: ["id"],
      }],
    },
    when: { type: "string", format: "date-time" },
    inner: {
      type: "object",
      properties: { x: { type: "boolean" } },
      required: ["x"],
      additionalProperties: false,
    },
  },
  required: ["name"],
};

Deno.test("a value that a schema merely excludes has a problem, too", () => {
  const [problem, ...others] = problemsOf({ not: { type: "string" } }, "x");
  equal(problem?.path, "");
  equal(problem!.message === "", false);
  deepEqual(others, []);
});

Deno.test("a mistake is told once, at its own place, however deep the schema leads there", () => {
  const number = { type: "number" };
  for (
    const schema of [
      { prefixItems: [number] },
      { items: number },
      { allOf: [{ items: number }] },
      { $ref: "#/$defs/list", $defs: { list: { prefixItems: [number] } } },
    ]
  ) {
    deepEqual(problemsOf(schema, ["x"]), [
      { path: "0", message: "must be a number, not a string" },
    ]);
  }
});

Deno.test("of a choice of one, only that none fits is told, and what is beside it", () => {
  const schema = {
    properties: {
      pick: { oneOf: [{ type: "string" }, { required: ["id"], type: "object" }] },
      picked: { type: "number" },
    },
  };
  deepEqual(problemsOf(schema, { pick: { x: 1 }, picked: "x" }), [
    { path: "pick", message: "fits none of the allowed forms" },
    { path: "picked", message: "must be a number, not a string" },
  ]);
});

Deno.test("what has not a format is told with what was given and an example, a secret without", () => {
  const schema = {
    properties: {
      site: { type: "string", format: "uri" },
      mails: { items: { type: "string", format: "email", pattern: "@" } },
      hook: { type: "string", format: "uri", sensitive: true },
      odd: { type: "string", format: "json-pointer" },
      long: { type: "string", format: "json-pointer" },
    },
  };
  const value = {
    site: "foo",
    mails: ["a@b.example", "b"],
    hook: "s3cret",
    odd: "x".repeat(80),
    // Cut, a secret of a vault would not be found in it.
    long: "x".repeat(81),
  };
  deepEqual(problemsOf(schema, value), [
    { path: "site", message: 'must be a URL such as https://example.com/path, not "foo"' },
    { path: "mails.1", message: 'must be an e-mail address such as ada@example.com, not "b"' },
    { path: "hook", message: "must be a URL such as https://example.com/path" },
    { path: "odd", message: `must be in the format json-pointer, not "${"x".repeat(80)}"` },
    { path: "long", message: "must be in the format json-pointer" },
  ]);
});

Deno.test("a value that fits has no problems", () => {
  deepEqual(
    problemsOf(SCHEMA, {
      name: "ab",
      count: 1,
      state: "open",
      tags: [],
      choice: { id: 1 },
      inner: { x: true },
    }),
    [],
  );
});

const REFUSED: [what: string, value: unknown, problems: [path: string, message: RegExp][]][] = [
  ["a missing key", {}, [["name", /^is required$/]]],
  ["a missing key further down", { name: "ab", inner: {} }, [["inner.x", /^is required$/]]],
  ["another type", { name: 1 }, [["name", /^must be a string, not a number$/]]],
  ["null", { name: null }, [["name", /^must be a string, not null$/]]],
  ["a list for the whole", [], [["", /^must be an object, not an array$/]]],
  ["an item of a list", { name: "ab", tags: ["x", 2] }, [["tags.1", /^must be a string/]]],
  ["a number that is too small", { name: "ab", count: 0 }, [["count", /0.*1/]]],
  ["a text that is too short", { name: "a" }, [["name", /short/]]],
  ["a value that is not a choice", { name: "ab", state: "x" }, [["state", /^must be one of /]]],
  ["a key that is not declared", { name: "ab", inner: { x: true, y: 1 } }, [[
    "inner.y",
    /^is not declared$/,
  ]]],
  ["a form that none of several allows", { name: "ab", choice: 5 }, [["choice", /^fits none/]]],
  ["a key with a pointer's own characters", { name: "ab", "a/b~c": "x" }, [[
    "a/b~c",
    /^must be a number/,
  ]]],
  ["two mistakes at once", { name: 1, count: "x" }, [["name", /string/], ["count", /integer/]]],
];
for (const [what, value, wanted] of REFUSED) {
  Deno.test(`${what} is named with its path`, () => {
    const problems = problemsOf(SCHEMA, value);
    deepEqual(problems.map(({ path }) => path), wanted.map(([path]) => path));
    problems.forEach(({ message }, index) => {
      if (!wanted[index]![1].test(message)) throw new Error(message);
    });
  });
}
