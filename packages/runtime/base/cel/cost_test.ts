import { equal, ok } from "node:assert/strict";
import { Environment } from "@marcbachmann/cel-js";
import fc from "fast-check";
import { costOf } from "./cost.ts";
import { flowingNames } from "./flow.ts";

const environment = new Environment({ unlistedVariablesAreDyn: true, enableOptionalTypes: true });
const cost = (text: string, characters = 100) => costOf(environment.parse(text).ast, characters);

Deno.test("a pattern, a bound name and an unknown function have no bound", () => {
  for (const text of ["a.matches('(x+)+')", "cel.bind(x, a + a, x + x)", "f(a)", "duration(a)"]) {
    equal(cost(text), Infinity, text);
    equal(cost(`[1].map(x, ${text})`), Infinity, text);
  }
});

Deno.test("each walk through a list raises the bound, joining and comparing do not", () => {
  ok(cost("a + a + a") < 3000);
  ok(cost("a == 'x' ? a : [a, a]") < 5000);
  ok(cost("a.map(x, x + 'y')") < 10 * 1000 ** 2);
  ok(cost("a.map(x, a.map(y, x + y))") > 400 ** 3);
  ok(cost("a in b") > 100 ** 2);
});

Deno.test("no expression is made cheaper by more around it", () => {
  const part = fc.constantFrom("a", "'text'", "a + b", "a.map(x, x)", "a.contains(b)", "size(a)");
  const around = fc.constantFrom(
    (text: string) => `[${text}]`,
    (text: string) => `(${text}) == b`,
    (text: string) => `b.map(z, ${text})`,
    (text: string) => `true ? (${text}) : b`,
  );
  fc.assert(fc.property(part, around, fc.nat(10_000), (inner, wrap, characters) => {
    ok(cost(wrap(inner), characters) >= cost(inner, characters));
    ok(cost(inner, characters + 1) >= cost(inner, characters));
  }));
});

const FLOWS: [text: string, names: string][] = [
  ["a + b", "a b"],
  ["a == b ? c : d", "c d"],
  ["size(a) > 3 && b.startsWith('x')", ""],
  ["[a].map(x, x + b)", "a b x"],
  ["a.exists(x, x == b)", ""],
  ["{'k': a}.k", "a"],
  ["bytes(a).base64() + string(b)", "a b"],
  ["has(a.b) ? a.b : c", "a c"],
  ["a.?b.orValue(c)", "a c"],
];
for (const [text, names] of FLOWS) {
  Deno.test(`${text} gives away ${names || "nothing"}`, () => {
    equal([...flowingNames(environment.parse(text).ast)].sort().join(" "), names);
  });
}
