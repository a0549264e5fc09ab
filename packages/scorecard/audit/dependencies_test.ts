import assert from "node:assert/strict";
import { dependenciesOf } from "./dependencies.ts";

const encoder = new TextEncoder();

function found(sources: Record<string, string>) {
  const files = Object.entries(sources).map(([path, text]) =>
    [path, { bytes: encoder.encode(text) }] as const
  );
  return dependenciesOf(new Map(files)).map(({ registry, name, requested, pinned }) =>
    `${registry}:${name}@${requested}${pinned ? `=${pinned}` : ""}`
  );
}

Deno.test("dependencies: each way to import a specifier is seen", () => {
  assert.deepEqual(
    found({
      "models/a.ts": `
        import a from "npm:a@1"; import * as b from 'npm:b@2';
        import "npm:c@3"; export * from "npm:d@4"; import type { E } from "npm:e@5";
        const f = await import("npm:f@6"); type G = import("npm:g@7").G;
        import {
          h,
        } from "npm:h@8/sub/path.js";
        import i from "npm:@scope/i@9"; import j from "npm:/j@10"; import k from "jsr:@std/k@1";`,
    }),
    [
      "jsr:@std/k@1",
      "npm:@scope/i@9",
      "npm:a@1",
      "npm:b@2",
      "npm:c@3",
      "npm:d@4",
      "npm:e@5",
      "npm:f@6",
      "npm:g@7",
      "npm:h@8",
      "npm:j@10",
    ],
  );
});

Deno.test("dependencies: comments, prose, files/ and other specifiers are not imports", () => {
  assert.deepEqual(
    found({
      "models/a.ts": `// import a from "npm:a";\n/* export * from "npm:b"; */
        const text = "npm:c"; import "node:fs"; import "./d.ts"; import "https://x.y/e.ts";`,
      "files/f.ts": `import "npm:f";`,
      "README.md": `import "npm:g";`,
    }),
    [],
  );
});

Deno.test("dependencies: a source below files/ counts once another source imports it, however far", () => {
  assert.deepEqual(
    found({
      "models/a.ts": `import "../files/b.ts";`,
      "files/b.ts": `export * from "./deep/c.ts";`,
      "files/deep/c.ts": `import "npm:c@1"; import("../b.ts"); import("./%C3%A9.ts?x");`,
      "files/deep/é.ts": `import "npm:é@1"; import "./%zz.ts";`,
      "files/template.ts": `import "npm:template@1";`,
    }),
    ["npm:c@1", "npm:é@1"],
  );
});

Deno.test("dependencies: one package in two versions is two, one specifier in two files is one", () => {
  assert.deepEqual(
    found({
      "models/a.ts": `import "npm:a@1"; import "npm:a@2";`,
      "models/b.ts": `import "npm:a@1";`,
    }),
    ["npm:a@1", "npm:a@2"],
  );
});

Deno.test("dependencies: what the lock pins counts, however its import hides", () => {
  const lock = JSON.stringify({ version: "5", specifiers: { "npm:hidden@1": "1.4.0_peer@2.0.0" } });
  for (
    const hidden of [
      "const r = a\n/[/*]/; import 'npm:hidden@1'; /* */",
      "import '\\x6epm:hidden@1';",
      "import('npm:' + 'hidden@1');",
    ]
  ) {
    assert.deepEqual(found({ "models/a.ts": hidden, "bundle.lock.json": lock }), [
      "npm:hidden@1=1.4.0",
    ]);
  }
});

Deno.test("dependencies: what only a type-B dependency asks for is trusted with it", () => {
  const lock = JSON.stringify({
    version: "5",
    specifiers: { "jsr:@a/b@1": "1.2.0", "npm:own@1": "1.0.0", "npm:theirs@^2": "2.5.0" },
    jsr: { "@a/b@1.2.0": { integrity: "x", dependencies: ["npm:theirs@^2"] } },
  });
  const source = `import "jsr:@a/b@1"; import "npm:own@1";`;
  assert.deepEqual(found({ "models/a.ts": source, "bundle.lock.json": lock }), [
    "jsr:@a/b@1=1.2.0",
    "npm:own@1=1.0.0",
  ]);
});

Deno.test("dependencies: a lock that is not JSON, or no lock, pins nothing", () => {
  for (const lock of ["{", "null", "[]", '{"specifiers":3}', '{"specifiers":{"npm:a@^1":1}}']) {
    const files = { "models/a.ts": `import "npm:a@^1";`, "bundle.lock.json": lock };
    assert.deepEqual(found(files), ["npm:a@^1"], lock);
  }
});

Deno.test("dependencies: no version and any version are pinned alike, others each by their own words", () => {
  const specifiers = { "npm:a@*": "1.0.0", "npm:b@*": "2.0.0", "npm:c@^3": "3.1.0" };
  const lock = JSON.stringify({ version: "5", specifiers });
  const source = `import "npm:a"; import "npm:b@*"; import "npm:c@^3"; import "npm:c@^4";`;
  assert.deepEqual(found({ "models/a.ts": source, "bundle.lock.json": lock }), [
    "npm:a@=1.0.0",
    "npm:b@=2.0.0",
    "npm:b@*=2.0.0",
    "npm:c@^3=3.1.0",
    "npm:c@^4",
  ]);
});

Deno.test("dependencies: what is written like a specifier and names no package is none", () => {
  assert.deepEqual(found({ "models/a.ts": `import "npm:"; import "npm:/"; import "jsr:a";` }), []);
});
