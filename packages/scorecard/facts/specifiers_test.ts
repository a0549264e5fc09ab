import assert from "node:assert/strict";
import fc from "fast-check";
import { foreignSpecifiers } from "./workspace.ts";

const found = (source: string) => [...foreignSpecifiers(source)].sort();

Deno.test("specifiers: npm, jsr, http and bare ones are foreign, in each form they are written in", () => {
  assert.deepEqual(
    found(`
      import a from "npm:a@1"; import "jsr:@s/b"; export * from 'https://x.y/c.ts';
      const d = await import(\`npm:d\`); type E = import("e").E; import f = require("f");
      import g from "@scope/g/sub"; /** @jsxImportSource npm:h */`),
    ["@scope/g/sub", "e", "f", "https://x.y/c.ts", "jsr:@s/b", "npm:a@1", "npm:d", "npm:h"],
  );
});

Deno.test("specifiers: files of the extension and what the runtime has built in are not", () => {
  assert.deepEqual(
    found(`import "./a.ts"; import "../b.ts"; import "/c.ts"; import "node:fs";
      import "file:///d.ts"; import "data:text/javascript,1"; import "blob:x";`),
    [],
  );
});

Deno.test("specifiers: a comment or a string beside the code hides none", () => {
  const specifier = fc.constantFrom("npm:a@1", "jsr:@s/b", "https://x.y/c.ts", "bare");
  const noise = fc.constantFrom(
    "/*",
    "*/",
    "//\n",
    "'",
    '"',
    "`",
    "${",
    "}",
    "import ",
    "\n",
    "\\",
  );
  fc.assert(fc.property(fc.array(noise), fc.array(noise), specifier, (before, after, one) => {
    const source = `${before.join("")}\nimport "${one}";\n${after.join("")}`;
    assert.ok(foreignSpecifiers(source).has(one), source);
  }));
});
