import assert from "node:assert/strict";
import { slowTypeFacts } from "./slow_types.ts";
import { symbolFacts } from "./symbols.ts";
import { runDoc, runOnce } from "./tool.ts";
import { makeWorkspace } from "./workspace.ts";

type Sources = Readonly<Record<string, string>>;

/** Modules that an author, or somebody worse, may send; the entry point is `a.ts`. */
const CORPUS: Readonly<Record<string, Sources>> = {
  "a module without a complaint": {
    "a.ts": "/** A.\n * @module */\n/** a */\nexport const a: number = 1;",
  },
  "slow types and missing comments": {
    "a.ts": "export function a() { return 1; } interface P {} export const b: P = {};",
  },
  "a syntax error": { "a.ts": "export const = ;" },
  "an import of nothing": { "a.ts": '\nexport * from "./gone.ts";' },
  "re-exports in a circle": {
    "a.ts": 'export * from "./b.ts"; export const a = 1;',
    "b.ts": 'export * from "./a.ts"; export { a as c } from "./a.ts"; export function b() {}',
  },
  "a re-export of itself": { "a.ts": 'export * from "./a.ts"; export { x as y } from "./a.ts";' },
  "ten thousand exports": {
    "a.ts": Array.from({ length: 10_000 }, (_, n) => `export const v${n} = f(${n});`).join("\n"),
  },
  "deep nesting": { "a.ts": `export const a = ${"[".repeat(5000)}${"]".repeat(5000)};` },
  "a template without an end": { "a.ts": "export const a = `${a".repeat(1000) },
  "one long line": { "a.ts": `/** a */ export const a: string = "${"x".repeat(500_000)}";` },
  "comments that look like the tool's own words": {
    "a.ts": "/** error: Found 3 documentation lint errors. */ export const a = f();\n" +
      "// error[missing-return-type]: x\n//  --> /a:1:1\n",
  },
  "nothing": { "a.ts": "" },
};

for (const [what, sources] of Object.entries(CORPUS)) {
  Deno.test(`one run finds of ${what} what a run for symbols and one for slow types find`, async () => {
    const files = new Map(
      Object.entries(sources).map(([path, text]) => [
        path,
        { bytes: new TextEncoder().encode(text), executable: false },
      ]),
    );
    await using workspace = await makeWorkspace(files);
    const options = {
      deno: Deno.execPath(),
      signal: new AbortController().signal,
      memoryLimit: 2_000_000_000,
      processorSeconds: 120,
    };
    const facts = ({ json, lint }: Awaited<ReturnType<typeof runDoc>>) => ({
      symbols: symbolFacts(json, ["a.ts"], workspace),
      slowTypes: slowTypeFacts(lint, workspace),
    });
    const [together, json, lint] = await Promise.all([
      runDoc(["a.ts"], workspace, options),
      runOnce(["--json"], ["a.ts"], workspace, options),
      runOnce(["--lint"], ["a.ts"], workspace, options),
    ]);
    assert.deepEqual(facts(together), facts({ json, lint }));
  });
}
