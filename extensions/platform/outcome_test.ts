import assert from "node:assert/strict";
import { OUTCOMES, outcomeSchema } from "./outcome.ts";

Deno.test("the schema takes exactly the words of the table", () => {
  for (const word of OUTCOMES) assert.equal(outcomeSchema.parse(word), word);
  assert.throws(() => outcomeSchema.parse("done"));
  assert.equal(OUTCOMES.length, 7);
});
