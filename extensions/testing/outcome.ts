import assert from "node:assert/strict";
import type { runAll } from "./run.ts";

type Result = ReturnType<typeof runAll>;

/** The first document of a run, which must have succeeded. */
export async function done(result: Result) {
  const { written, error } = await result;
  if (error) throw error;
  return written[0]!.data;
}

/** The failure of a run, which must have written nothing. */
export async function refusal(result: Result) {
  const { written, error } = await result;
  assert.ok(error, "the run should fail");
  assert.deepEqual(written, []);
  return error as Error & { code: string };
}
