import { equal } from "node:assert/strict";
import { eager } from "./eager.ts";

Deno.test("declared functions become variables that are there from the start", () => {
  equal(
    eager("const a = f();\nfunction f() {\n  return 1;\n}\nexport { f };\n"),
    "var f = (function() {\n  return 1;\n});\nconst a = f();\n\nexport { f };\n",
  );
  equal(eager("async function f() {}"), "var f = (async function() {});\n");
  equal(eager("async function* f() {}"), "var f = (async function*() {});\n");
  equal(eager("function zählen(größe) {}"), "var zählen = (function(größe) {});\n");
  equal(eager("function f\\u00fc() {}"), "var f\\u00fc = (function() {});\n");
});

Deno.test("functions within functions are compiled with them", () => {
  equal(eager("const f = (a) => (b) => a + b;"), "const f = ((a) => ((b) => a + b));");
  equal(eager("g(function() {}, async () => {});"), "g((function() {}), (async () => {}));");
});

Deno.test("methods, getters and setters stay as they are", () => {
  const text = "class A {\n  b() {}\n  get c() {}\n}\nconst d = { e() {}, get f() {}, g: 1 };\n";
  equal(eager(text), text);
});

Deno.test("a module does the same as before", async () => {
  const module = `
export const early = [double.name, double(2), typeof later, [...count()].join()];
function double(number) {
  return [number].map((one) => one * 2)[0];
}
function* count() {
  yield* [1, 2].map(function(one) { return one + double(one); });
}
function later(deep) {
  return deep === 0 ? 0 : 1 + later(deep - 1);
}
function Made() {
  this.own = (() => this instanceof Made)();
}
export const late = [later(3), new Made().own, ((a, b = () => a) => b())(7)];
export { double as doubled };
`;
  const load = async (text: string) => {
    const loaded = await import(`data:text/javascript,${encodeURIComponent(text)}`);
    return JSON.stringify([loaded.early, loaded.late, loaded.doubled(4)]);
  };
  equal(await load(eager(module)), await load(module));
  equal(await load(module), '[["double",4,"function","3,6"],[3,true,7],8]');
});
