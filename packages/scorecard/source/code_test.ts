import assert from "node:assert/strict";
import fc from "fast-check";
import { codeOnly, lineAt } from "./code.ts";

const keep = (source: string) => codeOnly(source, { strings: true });
const drop = (source: string) => codeOnly(source, { strings: false });

Deno.test("comments become spaces, strings and offsets stay", () => {
  assert.equal(keep(`a // x\nb /* y\n */ "//z"`), `a     \nb     \n    "//z"`);
});

Deno.test("string, template and escaped contents become spaces on request", () => {
  assert.equal(drop(`f("a\\"b", 'c') + \`d\``), `f("    ", ' ') + \` \``);
});

Deno.test("code inside a template's expression is code", () => {
  assert.equal(drop("`a${eval(`b${c}`)}d`"), "` ${eval(` ${c}`)} `");
  assert.equal(drop("`${ {a: 1} }x` + y"), "`${ {a: 1} } ` + y");
});

Deno.test("a regular expression that looks like a comment or a string hides nothing", () => {
  for (const regex of [`/[/*]/`, `/"/`, "/`/", `/\\/\\//`]) {
    const source = `const r = ${regex}; eval(x);`;
    assert.equal(drop(source), source);
  }
  assert.equal(drop(`return /"/.test(a) + "b"`), `return /"/.test(a) + " "`);
});

Deno.test("a division is not a regular expression", () => {
  assert.equal(keep("a / b; // c"), "a / b;     ");
  assert.equal(keep("(a) / b /* c */ / d"), "(a) / b         / d");
});

Deno.test("whatever the text, its length and its lines stay, and it ends", () => {
  const piece = fc.constantFrom("/", "*", '"', "'", "`", "${", "}", "{", "\\", "\n", "a", " ", "[");
  fc.assert(fc.property(fc.array(piece).map((parts) => parts.join("")), (source) => {
    for (const strings of [true, false]) {
      const code = codeOnly(source, { strings });
      assert.equal(code.length, source.length);
      assert.deepEqual(code.match(/\n/g), source.match(/\n/g));
    }
  }));
});

Deno.test("lines count from one", () => {
  assert.deepEqual([0, 1, 2, 3].map((offset) => lineAt("a\n\nb", offset)), [1, 1, 2, 3]);
});
