import { deepEqual, rejects } from "node:assert/strict";
import { refusal } from "../../testing/refusal.ts";
import { declaredInputs } from "./declared.ts";

const SCHEMA = {
  properties: {
    region: { type: "string", enum: ["eu", "us"], default: "eu" },
    count: { type: "integer" },
    zones: {
      type: "array",
      items: { type: "string" },
      minItems: 1,
      maxItems: 2,
      uniqueItems: true,
    },
    deep: {
      type: "object",
      properties: { size: { type: "number", default: 2 }, name: { type: "string" } },
      required: ["name"],
      additionalProperties: false,
    },
  },
  required: ["count", "zones"],
};
const all = new Set(["count", "zones", "region", "deep"]);

Deno.test("texts become what is declared, and what is not given has its default, at any depth", async () => {
  deepEqual(
    await declaredInputs(SCHEMA, { count: "3", zones: '["a"]', deep: { name: "x" } }, {
      needed: all,
    }),
    { count: 3, zones: ["a"], deep: { name: "x", size: 2 }, region: "eu" },
  );
});

Deno.test("only those required inputs are asked for that the method's arguments refer to", async () => {
  deepEqual(await declaredInputs(SCHEMA, {}, { needed: new Set() }), { region: "eu" });
  await rejects(
    declaredInputs(SCHEMA, {}, { needed: new Set(["count"]) }),
    refusal(
      "invalid_argument",
      /^Input validation failed:\n {2}count is required\n/,
      /--input count=/,
    ),
  );
});

const REFUSED: [given: Record<string, unknown>, lines: string[]][] = [
  [{ region: "ue" }, ["region must be one of: eu, us"]],
  [{ count: "three" }, ["count must be an integer"]],
  [{ zones: "a" }, ["zones must be an array"]],
  [{ zones: [] }, ["zones must have at least 1 items"]],
  [{ zones: ["a", "b", "c"] }, ["zones must have at most 2 items"]],
  [{ zones: ["a", "a"] }, ["zones must have unique items"]],
  [{ deep: { name: "x", nmae: 1 } }, ["deep.nmae is not a valid input property"]],
  [{ deep: {}, region: 5 }, ["deep.name is required", "region must be one of: eu, us"]],
];
for (const [given, lines] of REFUSED) {
  Deno.test(`the inputs ${JSON.stringify(given)} are refused line by line`, async () => {
    await rejects(declaredInputs(SCHEMA, given, { needed: new Set() }), (error: Error) => {
      const [first, ...rest] = error.message.split("\n");
      deepEqual([first, rest.map((line) => line.trim()).sort()], [
        "Input validation failed:",
        lines.toSorted(),
      ]);
      return true;
    });
  });
}

Deno.test("a schema that is none is the definition's mistake", async () => {
  await rejects(
    declaredInputs({ properties: { a: { $ref: "#/nowhere" } } }, { a: 1 }, { needed: all }),
    refusal("validation_failed", /not a valid JSON Schema/),
  );
});
