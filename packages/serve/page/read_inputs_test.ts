import assert from "node:assert/strict";
import type { BehaviorDetails } from "@svc/core/answer";
import type { JsonSchema } from "@svc/core/descriptor";
import { inputFields } from "./input_field.ts";
import { readInputs } from "./read_inputs.ts";

function fieldsFor(properties: Record<string, unknown>, more: JsonSchema = {}) {
  const behavior = {
    globalArguments: {},
    methods: [{ name: "m", description: "", arguments: { type: "object", properties, ...more } }],
  };
  return inputFields(behavior as unknown as BehaviorDetails, "m");
}

/** Reads one input `x` of a schema from what was typed. */
async function typed(schema: unknown, text: string): Promise<unknown> {
  const form = new URLSearchParams([["input:x", text]]);
  const { inputs, errors } = await readInputs(fieldsFor({ x: schema }), form);
  return errors.get("input:x") ?? ("x" in inputs ? inputs["x"] : "not given");
}

const YAML = { type: "object" };

Deno.test("each kind of input is read from what a person types", async () => {
  const table: [schema: unknown, text: string, value: unknown][] = [
    [{ type: "string" }, "", "not given"],
    [{ type: "string", default: "a" }, "", ""],
    [{ type: "string" }, " 12 ", " 12 "],
    [{ type: "string" }, "a\r\nb", "a\nb"],
    [{ type: "number" }, "1.5", 1.5],
    [{ type: "number" }, "1e400", "must be a number"],
    [{ type: "number" }, "one", "must be a number"],
    [{ type: "integer" }, "0x10", 16],
    [{ type: "number" }, "  ", "not given"],
    [{ type: "boolean", default: true }, "on", true],
    [{ type: "boolean", default: true }, "", false],
    [{ type: "boolean" }, "", "not given"],
    [{ type: "boolean" }, "false", false],
    [{ enum: ["a", 1, null] }, "1", 1],
    [{ enum: ["a", 1, null] }, '"a"', "a"],
    [{ enum: ["a", 1, null] }, "b", "is not one of the choices"],
    [{ const: "only" }, '"only"', "only"],
    [{ anyOf: [{ type: "number" }, { type: "null" }] }, "3", 3],
    [{ type: ["string", "null"] }, "text", "text"],
    [{ type: "array" }, "- a\n- 1\n- {b: true}", ["a", 1, { b: true }]],
    [{ type: "object" }, "a: {b: [1]}", { a: { b: [1] } }],
    [{}, "plain", "plain"],
    [{ anyOf: [{ type: "string" }, { type: "number" }] }, "7", 7],
  ];
  for (const [schema, text, value] of table) {
    assert.deepEqual(await typed(schema, text), value, JSON.stringify([schema, text]));
  }
});

Deno.test("YAML of a stranger is refused in words, or is a value like others", async () => {
  const bomb = ["a: &a [x,x,x,x,x,x,x,x,x,x]"];
  for (let level = 1; level < 12; level++) {
    const [name, before] = ["abcdefghijklm"[level], "abcdefghijklm"[level - 1]];
    bomb.push(`${name}: &${name} [${Array(10).fill(`*${before}`)}]`);
  }
  const table: [what: string, text: string, said: RegExp][] = [
    ["aliases in aliases", bomb.join("\n"), /alias/i],
    ["a key twice", "a: 1\na: 2", /Line 2: a appears twice/],
    ["an alias around itself", "a: &a\n  b: *a", /alias|levels/],
    ["deep", "[".repeat(20_000), /levels|Line/],
    ["deep and closed", "[".repeat(3000) + "]".repeat(3000), /levels/],
    ["not closed", "a: [1", /Line \d/],
    ["two documents", "a: 1\n---\nb: 2", /document/i],
    ["endless number", "a: .inf", /JSON cannot/],
    ["too long", `a: ${"x".repeat(300_000)}`, /characters; at most/],
    ["many names", Array.from({ length: 300 }, (_, at) => `k${at}: &n${at} 1`).join("\n"), /200/],
  ];
  for (const [what, text, said] of table) assert.match(String(await typed(YAML, text)), said, what);
  const own = await typed(
    YAML,
    "__proto__: {polluted: yes}\nconstructor: {prototype: {polluted: 1}}",
  );
  assert.deepEqual(Object.keys(own as object), ["__proto__", "constructor"]);
  assert.equal(Object.getPrototypeOf(own), Object.prototype);
  assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
});

Deno.test("fields that the method does not have, and those sent twice, are refused", async () => {
  const fields = fieldsFor({ x: { type: "string" } });
  const form = new URLSearchParams([
    ["input:x", "1"],
    ["input:x", "2"],
    ["input:__proto__", "3"],
    ["input:<b>", "4"],
    ["once", "5"],
  ]);
  const { inputs, errors } = await readInputs(fields, form);
  assert.deepEqual(inputs, {});
  assert.deepEqual([...errors], [
    ["input:x", "was sent twice"],
    ["input:__proto__", 'There is no input "__proto__"'],
    ["input:<b>", 'There is no input "<b>"'],
  ]);
});

Deno.test("a record takes further inputs as a mapping, and nothing else", async () => {
  const fields = fieldsFor({ x: { type: "string" } }, { additionalProperties: { type: "number" } });
  const read = (text: string) =>
    readInputs(fields, new URLSearchParams([["input:x", "a"], ["input:", text]]));
  assert.deepEqual((await read("b: 1")).inputs, { x: "a", b: 1 });
  assert.match((await read("- b")).errors.get("input:")!, /mapping/);
});

Deno.test("what the behavior declares comes first, and what it has set already may be left out", () => {
  const behavior = {
    globalArguments: { region: "eu" },
    inputs: { properties: { who: { type: "integer" } }, required: ["who"] },
    methods: [{
      name: "m",
      arguments: {
        properties: { who: { type: "string" }, region: { type: "string" }, open: {} },
        required: ["who", "region", "open"],
      },
    }],
  };
  const fields = inputFields(behavior as unknown as BehaviorDetails, "m");
  assert.deepEqual(fields.map(({ name, control, required }) => [name, control, required]), [
    ["who", "number", true],
    ["region", "line", false],
    ["open", "yaml", true],
  ]);
});

Deno.test("fields are what the schema says: label, choice, lines, secret, what may be left out", () => {
  const fields = fieldsFor({
    a: { type: "string", title: "Name", description: "Whom" },
    b: { $ref: "#/$defs/key" },
    c: { type: "object", properties: { token: { type: "string", sensitive: true } } },
    d: { type: "string", maxLength: 500 },
    e: { type: "integer", default: 3 },
    f: { type: "boolean" },
    g: { $ref: "#/$defs/missing" },
    h: { $ref: "#/$defs/circle" },
  }, {
    required: ["a", "e"],
    $defs: {
      key: { type: "string", sensitive: true },
      circle: { $ref: "#/$defs/circle" },
    },
  });
  assert.deepEqual(
    fields.map(({ label, hint, control, required, secret }) => [
      label,
      hint,
      control,
      required,
      secret,
    ]),
    [
      ["Name", "Whom", "line", true, false],
      ["b", "", "line", false, true],
      ["c", "", "yaml", false, true],
      ["d", "", "lines", false, false],
      ["e", "", "number", false, false],
      ["f", "", "choice", false, false],
      // What cannot be read may be a secret.
      ["g", "", "yaml", false, true],
      ["h", "", "yaml", false, false],
    ],
  );
});
