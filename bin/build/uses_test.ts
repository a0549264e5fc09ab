import { deepEqual } from "node:assert/strict";
import { usesOf } from "./uses.ts";

const used = (text: string) =>
  Object.fromEntries([...usesOf(text)].map(([from, names]) => [from, [...names].sort()]));

Deno.test("what is used of a package is what a module names of it, however it is imported", () => {
  deepEqual(used('f();\nfunction f() { return g(1); }\nimport { a as g, b } from "p";'), {
    p: ["a"],
  });
  deepEqual(used('import d, { a } from "p";\nexport const x = [d, { a }];'), {
    p: ["a", "default"],
  });
  deepEqual(used('export { a, b as c } from "p";'), { p: ["a", "b"] });
  deepEqual(used('const { a, b: c } = await import("p");'), { p: ["a", "b"] });
  deepEqual(used('const p = await import("p");\np.a(p.b);'), { p: ["a", "b"] });
  deepEqual(used('import * as p from "p";\nconst f = () => p.a;'), { p: ["a"] });
  deepEqual(used('import { z } from "p";\nz.a(z.b.c());'), { p: ["z.a", "z.b"] });
  deepEqual(used('import { z as y } from "p";\nconst a = { z: b.y, y() {} };'), {});
});

Deno.test("where no name tells, all of a package is used", () => {
  for (
    const text of [
      'import * as p from "p";\nf(p);',
      'import * as p from "p";\nf({ p });',
      'import * as p from "p";\nf(p["a"]);',
      'export * from "p";',
      'const p = await import("p");\nf(p);',
      'const { [f()]: a } = await import("p");',
      'const { a, ...rest } = await import("p");',
      'const [a, { b }] = await Promise.all([import("./x.js"), import("p")]);',
    ]
  ) deepEqual(used(text).p, ["*"], text);
});

Deno.test("a name that means two packages counts for both", () => {
  const text = `async function f() { const p = await import("p"); p.a(); }
async function g() { const p = await import("q"); p.b(); }`;
  deepEqual(used(text), { p: ["a", "b"], q: ["a", "b"] });
});
