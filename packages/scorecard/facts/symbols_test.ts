import assert from "node:assert/strict";
import { symbolFacts } from "./symbols.ts";
import type { ToolRun } from "./tool.ts";
import type { Workspace } from "./workspace.ts";

const workspace = { root: "/w", sources: "/w/extension" } as Workspace;
const ENTRY = "models/a.ts";
const URL_OF = `file:///w/extension/${ENTRY}`;

const ran = (stdout: unknown, { code = 0, stderr = "" } = {}): ToolRun => ({
  ended: true,
  code,
  stdout: typeof stdout === "string" ? stdout : JSON.stringify(stdout),
  stderr,
});
const declared = (name: string, doc?: string, declarationKind = "export") => ({
  name,
  declarations: [{
    declarationKind,
    kind: "variable",
    location: { filename: URL_OF, line: 4 },
    ...(doc === undefined ? {} : { jsDoc: { doc } }),
  }],
});
const of = (run: ToolRun, entries = [ENTRY]) => symbolFacts(run, entries, workspace);
const doc = (...symbols: unknown[]) => ({ version: 2, nodes: { [URL_OF]: { symbols } } });

Deno.test("symbols: a blank comment is none, and what is not exported does not count", () => {
  const facts = of(
    ran(doc(
      declared("a", "Says."),
      declared("b", " \n"),
      declared("c", "x", "private"),
      declared("d", undefined, "private"),
      declared("e", "x", "declare"),
      declared("f", undefined, "declare"),
    )),
  );
  assert.deepEqual([facts.outcome, facts.documented, facts.total], ["passed", 1, 2]);
  assert.deepEqual(facts.undocumented, [{
    place: "models/a.ts:5",
    message: "variable b has no doc comment",
  }]);
});

Deno.test("symbols: whatever keeps the tool from an answer is an error, never a count", () => {
  const sound = doc(declared("a", "Says."));
  const cases: [string, ToolRun, RegExp][] = [
    ["a failure", ran(sound, { code: 1, stderr: "error: bad syntax\n" }), /bad syntax/],
    ["a failure without a word", ran(sound, { code: 1 }), /without a message/],
    ["a warning", ran(sound, { stderr: "Warning Failed resolving x\n" }), /Failed resolving x/],
    ["half an answer", ran('{"version":2,'), /did not answer in JSON/],
    ["another version", ran({ version: 3, nodes: {} }), /version 3 is not known/],
    ["an entry left out", ran({ version: 2, nodes: {} }), /left models\/a\.ts out/],
  ];
  for (const [what, run, problem] of cases) {
    const facts = of(run);
    assert.equal(facts.outcome, "error", what);
    assert.match(facts.problem ?? "", problem, what);
    assert.deepEqual([facts.total, facts.documented], [0, 0], what);
  }
});

Deno.test("symbols: a run that was stopped keeps its outcome and its reason", () => {
  for (const outcome of ["notRun", "error"] as const) {
    const facts = of({ ended: false, outcome, problem: "why" });
    assert.deepEqual([facts.outcome, facts.problem], [outcome, "why"]);
  }
});

Deno.test("symbols: a complaint names the extension's own path and line, not the workspace's", () => {
  const stderr = `error: Relative import path "x" in file:///w/extension/models/a.ts\n` +
    "    at file:///w/extension/models/a.ts:7:3\n";
  const { problem } = of(ran("", { code: 1, stderr }));
  assert.match(problem!, /^models\/a\.ts:7: /);
  assert.doesNotMatch(problem!, /\/w/);
});

Deno.test("symbols: all are counted, fifty undocumented ones are kept", () => {
  for (const [count, kept] of [[49, 49], [50, 50], [51, 50]] as const) {
    const facts = of(ran(doc(...Array.from({ length: count }, (_, at) => declared(`s${at}`)))));
    assert.deepEqual([facts.total, facts.documented, facts.undocumented.length], [count, 0, kept]);
  }
});

Deno.test("symbols: each entry point is counted, and its module doc noted", () => {
  const other = "models/b c.ts";
  const nodes = {
    [URL_OF]: { module_doc: { doc: "About a." }, symbols: [declared("a", "Says.")] },
    "file:///w/extension/models/b%20c.ts": { module_doc: { doc: " " }, symbols: [declared("b")] },
  };
  const facts = of(ran({ version: 2, nodes }), [ENTRY, other]);
  assert.deepEqual([facts.documented, facts.total], [1, 2]);
  assert.deepEqual(facts.moduleDocs, [ENTRY]);
});
