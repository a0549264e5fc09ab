import assert from "node:assert/strict";
import { slowTypeFacts } from "./slow_types.ts";
import type { ToolRun } from "./tool.ts";
import type { Workspace } from "./workspace.ts";

const workspace = { root: "/w", sources: "/w/extension" } as Workspace;
const run = (code: number, stderr: string): ToolRun => ({ ended: true, code, stdout: "", stderr });

const ONE = "error[missing-return-type]: exported function is missing a type\n" +
  " --> /w/extension/models/a.ts:3:1\n  | \n3 | export\n\n\n";

/** The thirteen codes of the documentation linter that are about types, written out by hand. */
const CODES =
  "missing-return-type missing-explicit-type private-type-ref unsupported-ambient-module"
    .concat(
      " unsupported-complex-reference unsupported-default-export-expr unsupported-destructuring",
    )
    .concat(" unsupported-global-module unsupported-require unsupported-ts-export-assignment")
    .concat(" unsupported-ts-instantiation-expression unsupported-ts-namespace-export")
    .concat(" unsupported-using-stmt").split(" ");

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
  assert.equal(slowTypeFacts(run(1, ONE), workspace).outcome, "error");
  assert.equal(slowTypeFacts(run(0, ONE), workspace).outcome, "error");
  assert.equal(slowTypeFacts(run(0, ""), workspace).outcome, "passed");
});

Deno.test("slow types: a warning is an error, whatever else was told: the tool went on without a module", () => {
  const warning = "Warning Failed resolving npm:x\n    at file:///w/extension/models/a.ts:2:1\n";
  const sound = `${ONE}error: Found 1 documentation lint error.\n`;
  for (const [code, text] of [[0, warning], [1, `${warning}${sound}`], [1, `${sound}${warning}`]]) {
    const facts = slowTypeFacts(run(code as number, text as string), workspace);
    assert.deepEqual([facts.outcome, facts.total, facts.findings], ["error", 0, []]);
    assert.match(facts.problem!, /Failed resolving|missing a type|lint error/);
  }
  const inside = slowTypeFacts(run(1, sound.replace("exported", "Warning exported")), workspace);
  assert.equal(inside.outcome, "passed");
});

Deno.test("slow types: each of the codes counts, a missing comment and unknown codes do not", () => {
  const diagnostic = (code: string) =>
    `error[${code}]: some words\n --> /w/extension/models/a.ts:3:1\n\n\n`;
  const told = (...codes: string[]) => {
    const summary = `error: Found ${codes.length} documentation lint errors.\n`;
    return slowTypeFacts(run(1, codes.map(diagnostic).join("") + summary), workspace);
  };
  for (const code of CODES) {
    const { total, findings } = told("missing-jsdoc", code, "no-such-code");
    assert.deepEqual([total, findings], [1, [{
      place: "models/a.ts:3",
      message: `${code}: some words`,
    }]]);
  }
  const none = told("missing-jsdoc");
  assert.deepEqual([none.outcome, none.total], ["passed", 0]);
});

Deno.test("slow types: all are counted, fifty are kept", () => {
  const many = (count: number) =>
    slowTypeFacts(
      run(1, `${ONE.repeat(count)}error: Found ${count} documentation lint errors.\n`),
      workspace,
    );
  for (const [count, kept] of [[49, 49], [50, 50], [51, 50]] as const) {
    assert.deepEqual([many(count).total, many(count).findings.length], [count, kept]);
  }
});

Deno.test("slow types: a run that was stopped keeps its outcome and its reason", () => {
  for (const outcome of ["notRun", "error"] as const) {
    const facts = slowTypeFacts({ ended: false, outcome, problem: "why" }, workspace);
    assert.deepEqual(facts, { outcome, problem: "why", total: 0, findings: [] });
  }
});

Deno.test("slow types: colours do not hide a diagnostic", () => {
  const coloured = `\u001b[0m\u001b[1m\u001b[31merror[private-type-ref]\u001b[0m: hidden\n` +
    ` \u001b[38;5;12m-->\u001b[0m \u001b[36m/w/extension/a.ts\u001b[0m\u001b[33m:9:14\u001b[0m\n` +
    `\u001b[1m\u001b[31merror\u001b[0m: Found \u001b[1m1\u001b[0m documentation lint errors.\n`;
  assert.equal(slowTypeFacts(run(1, coloured), workspace).total, 1);
});
