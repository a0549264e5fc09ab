import { deepEqual } from "node:assert/strict";
import { dynamicImportLines } from "./dynamic_import.ts";

const CASES: Record<string, [text: string, lines: number[]]> = {
  "a computed name": ["\nawait import(name);", [2]],
  "a template, with and without a part to fill in": ["import(`./a.ts`);\nimport(`./${b}.ts`);", [
    1,
    2,
  ]],
  "a comment or a line before the name": ["import(/* a */ b);\nimport(\n\n  b);", [1, 2]],
  "a comment before the bracket": ["import /* a */ (b);", [1]],
  "inside of a template's expression": ["const a = `${await import(b)}`;", [1]],
  "behind a pattern with a quote": [`const a = /["']/; import(b);`, [1]],
  "a literal is another's business": [`import("./a.ts"); import( './b.ts');`, []],
  "a comment, a string, a template": [
    "// import(a)\n/* import(a) */ 'import(a)' + `import(a)`",
    [],
  ],
  "a member of that name": [
    "a.import(b); a?.import(b); this.#import(b); reimport(b); $import(b);",
    [],
  ],
  "import.meta and an import": ["import.meta.resolve(a);\nimport a from 'a';", []],
};

for (const [what, [text, lines]] of Object.entries(CASES)) {
  Deno.test(`calls of import() with a computed name are found, and only they: ${what}`, () => {
    deepEqual(dynamicImportLines(text), lines);
  });
}
