import assert from "node:assert/strict";
import { slowTypeFacts } from "./slow_types.ts";
import type { ToolRun } from "./tool.ts";
import type { Workspace } from "./workspace.ts";

const workspace = { root: "/w", sources: "/w/extension" } as Workspace;
const run = (code: number, stderr: string): ToolRun => ({ ended: true, code, stdout: "", stderr });

const ONE = "error[missing-return-type]: exported function is missing a type\n" +
  " --> /w/extension/models/a.ts:3:1\n  | \n3 | export\n\n\n";

Deno.test("slow types: the tool's own count must be the number read", () => {
  const told = slowTypeFacts(run(1, `${ONE}error: Found 1 documentation lint error.\n`), workspace);
  assert.equal(told.outcome, "passed");
  assert.deepEqual(told.findings.map(({ place }) => place), ["models/a.ts:3"]);
  for (const count of [0, 2, 12]) {
    const text = `${ONE}error: Found ${count} documentation lint errors.\n`;
    assert.equal(slowTypeFacts(run(1, text), workspace).outcome, "error");
  }
});

Deno.test("slow types: a failure without diagnostics, or a pass with some, is an error", () => {
  assert.equal(slowTypeFacts(run(1, "error: out of memory\n"), workspace).outcome, "error");
  assert.equal(slowTypeFacts(run(1, ""), workspace).outcome, "error");
  assert.equal(slowTypeFacts(run(0, ONE), workspace).outcome, "error");
  assert.equal(slowTypeFacts(run(0, ""), workspace).outcome, "passed");
});

Deno.test("slow types: colours do not hide a diagnostic", () => {
  const coloured = `\u001b[0m\u001b[1m\u001b[31merror[private-type-ref]\u001b[0m: hidden\n` +
    ` \u001b[38;5;12m-->\u001b[0m \u001b[36m/w/extension/a.ts\u001b[0m\u001b[33m:9:14\u001b[0m\n` +
    `\u001b[1m\u001b[31merror\u001b[0m: Found \u001b[1m1\u001b[0m documentation lint errors.\n`;
  assert.equal(slowTypeFacts(run(1, coloured), workspace).total, 1);
});
