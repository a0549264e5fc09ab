import assert from "node:assert/strict";
import * as z from "npm:zod@4.6.7";
import { reportArgument } from "./argument.ts";

const days = { name: "days", schema: z.number().int(), otherwise: 14 };

function read(values: Record<string, unknown>) {
  const unread: string[] = [];
  return [reportArgument(values, days, unread), unread];
}

Deno.test("an argument is what the file says, also when it says so in text", () => {
  assert.deepEqual(read({ days: 3 }), [3, []]);
  assert.deepEqual(read({ days: "3" }), [3, []]);
});

Deno.test("without one the default counts", () => {
  assert.deepEqual(read({}), [14, []]);
});

Deno.test("an expression or a wrong value is named, and the default counts", () => {
  for (const value of ["${{ env.DAYS }}", null, [], "3.5", "\u0000"]) {
    assert.deepEqual(read({ days: value }), [14, ["days"]]);
  }
});
