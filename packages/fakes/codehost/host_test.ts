import assert from "node:assert/strict";
import { startCodeHost } from "./host.ts";

const TOKENS = { t1: "octocat" };

Deno.test("violations are printed, also when the test failed before and the runner hides them", async () => {
  const printed: string[] = [];
  const write = Deno.stderr.writeSync;
  Deno.stderr.writeSync = (bytes) => {
    printed.push(new TextDecoder().decode(bytes));
    return bytes.length;
  };
  try {
    await assert.rejects(async () => {
      await using host = await startCodeHost({ tokens: TOKENS, repositories: [] });
      host.violations.push("GET /user: sent what is not described");
      throw new Error("the test's own");
    });
  } finally {
    Deno.stderr.writeSync = write;
  }
  assert.match(
    printed.join("\n"),
    /description has it .*:\n- GET \/user: sent what is not described/,
  );
});
