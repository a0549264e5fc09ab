import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { z } from "zod";
import { checked } from "./checked.ts";

Deno.test("what a field is refused for is said in words that a form can show", () => {
  const cases: readonly [z.ZodType, unknown, string][] = [
    [z.string().trim().min(1), " ", "must not be empty"],
    [z.string().min(8), "short", "must have at least 8 characters"],
    [z.string().max(1), "ab", "must have at most 1 character"],
    [z.array(z.string()).min(1), [], "must not be empty"],
    [z.array(z.string()).max(2), ["a", "b", "c"], "must have at most 2 entries"],
    [z.number().min(1), 0, "must be at least 1"],
    [z.number().max(336), 337, "must be at most 336"],
    [z.int(), 1.5, "must be a whole number"],
    [z.number(), "x", "must be a number"],
    [z.string(), undefined, "is missing"],
    [z.string().min(2, "own words"), "", "own words"],
  ];
  for (const [schema, value, message] of cases) {
    assert.throws(() => checked(z.object({ field: schema }), { field: value }, "body"), (error) => {
      assert.ok(isSvcError(error));
      assert.deepEqual(error.details, [{ path: "field", message }]);
      return true;
    });
  }
});
