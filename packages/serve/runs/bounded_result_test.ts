import type { RunResult } from "@svc/core/answer";
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { boundedError, boundedResult } from "./bounded_result.ts";

const artifact = (index: number, text: string) => ({
  id: `${index}`,
  name: `n${index}`,
  path: `/data/n${index}/1`,
  attributes: { text },
});

function result(artifacts: number, text: string, more: Partial<RunResult> = {}): RunResult {
  return {
    modelId: "1",
    modelName: "hello",
    modelType: "@acme/greeter",
    methodName: "greet",
    status: "succeeded",
    duration: 1,
    outputId: "2",
    logFile: "/log",
    dataArtifacts: Array.from({ length: artifacts }, (_, index) => artifact(index, text)),
    globalArguments: {},
    methodArguments: {},
    initiatedBy: "token:ci",
    ...more,
  };
}

const bytes = (text: string) => new TextEncoder().encode(text).length;

Deno.test("a result that fits is kept as it is, to the byte", () => {
  const whole = result(3, "ü");
  const size = bytes(JSON.stringify(whole));
  deepEqual(boundedResult(whole, size), { result: JSON.stringify(whole) });
  ok(boundedResult(whole, size - 1).resultNote, "one byte less");
});

Deno.test("what is too large goes without contents, then without reports and arguments, then in part", () => {
  const large = { methodArguments: { text: "a".repeat(2000) } };
  for (
    const [given, limit, kept] of [
      [result(3, "x".repeat(2000)), 2000, 3],
      [result(3, "x", large), 2000, 3],
      [result(1000, "x", large), 5000, 62],
      [result(1000, "ü".repeat(50)), 200, 0],
    ] as const
  ) {
    const bounded = boundedResult(given, limit);
    const read = JSON.parse(bounded.result) as RunResult;
    equal(read.dataArtifacts.length, kept);
    ok(read.dataArtifacts.every((one) => !("attributes" in one)));
    equal(read.status, "succeeded");
    match(bounded.resultNote!, /left out/);
    if (kept > 0) ok(bytes(bounded.result) <= limit);
  }
});

Deno.test("an error keeps its code and the beginning of its texts", () => {
  const error = boundedError({
    error: "e".repeat(100_000),
    code: "run_failed",
    hint: "h".repeat(100_000),
    details: Array.from({ length: 1000 }, () => ({ path: "p", message: "m".repeat(100_000) })),
    grants: Array.from({ length: 1000 }, () => `net:${"a".repeat(100_000)}`),
  });
  equal(error.code, "run_failed");
  ok(error.error.length < 17_000 && error.error.endsWith("…"));
  deepEqual([error.details?.length, error.grants?.length], [100, 100]);
  ok(error.hint!.length < 17_000);
  ok(JSON.stringify(error).length < 250_000, "a page of a list has 200 of them");
  deepEqual(boundedError({ error: "short", code: "timeout" }), { error: "short", code: "timeout" });
});
