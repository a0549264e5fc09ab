import assert from "node:assert/strict";
import { applied, mutantsOf } from "./mutant.ts";
import { changedLine } from "./changed_line.ts";
import { shuffled } from "./sample.ts";

const changes = (source: string) => mutantsOf("a.ts", source).map((one) => applied(source, one));

Deno.test("mutation: each kind of change is made where it can be", () => {
  assert.deepEqual(changes("a < b;"), ["{}", "a <= b;", "a >= b;"]);
  assert.deepEqual(changes("if (!a) throw b;"), [
    "if (a) throw b;",
    "if (false) throw b;",
    "if (true) throw b;",
    "if (!a) {}",
  ]);
  assert.deepEqual(changes("export const a = b === c && d;"), [
    "export const a = b !== c && d;",
    "export const a = b === c || d;",
  ]);
  assert.deepEqual(changes("export const a = b ? 0 : 2n;"), [
    "export const a = false ? 0 : 2n;",
    "export const a = true ? 0 : 2n;",
    "export const a = b ? (-1) : 2n;",
    "export const a = b ? 1 : 2n;",
    "export const a = b ? 0 : 3n;",
  ]);
  assert.deepEqual(changes(`export const a = "b";`), [`export const a = "";`]);
});

Deno.test("mutation: types, names of modules and keys, and words for people are left alone", () => {
  for (
    const source of [
      `import { a } from "b";`,
      `export { a } from "b";`,
      `export * from "b";`,
      `type A = "b" | 1;`,
      `interface A { "b": 1 }`,
      `let a: 1 | "b";`,
      `export const a = { "b": c } as { b: "d" };`,
      `export const a = "two words";`,
      `export function f(a: "b"): 1 { return g<2>(a); }`,
    ]
  ) assert.deepEqual(changes(source), [], source);
});

Deno.test("mutation: a place names the line and what becomes of it, whatever stands before", () => {
  const source = "/* ä😀 */\nconst a = 1;\n\n  if (a <\n    b) c = d;\n";
  const places = mutantsOf("a.ts", source).map((one) => changedLine(source, one));
  assert.deepEqual(places.map(({ line, from, to }) => [line, from, to].join(" | ")), [
    "2 | const a = 1; | const a = 0;",
    "2 | const a = 1; | const a = 2;",
    "4 | if (a < | if (false) c = d;",
    "4 | if (a < | if (true) c = d;",
    "4 | if (a < | if (a <=",
    "4 | if (a < | if (a >=",
    "5 | b) c = d; | b) {}",
  ]);
});

Deno.test("mutation: one seed gives one order, another gives another, and nothing is lost", () => {
  const items = Array.from({ length: 50 }, (_, at) => at);
  assert.deepEqual(shuffled(items, 7), shuffled(items, 7));
  assert.notDeepEqual(shuffled(items, 7), shuffled(items, 8));
  assert.notDeepEqual(shuffled(items, 7), items);
  assert.deepEqual(shuffled(items, 7).sort((a, b) => a - b), items);
});
