import { deepEqual, equal } from "node:assert/strict";
import { entriesOf, resolved, startedIn } from "../../bin/build/entries.ts";
import { importsOf, rewritten } from "../../bin/build/imports.ts";
import { withLocation } from "../../bin/build/module_location.ts";

const none: ReadonlySet<string> = new Set();

Deno.test("a source that asks for its place is told where it lies among the sources", () => {
  const place = `{ url: new URL("../packages/a/b/c.ts", import.meta.url).href }`;
  equal(
    withLocation(`const F = siblingPath(import.meta, "d.ts");`, "a/b/c.ts", none),
    `const F = siblingPath(${place}, "d.ts");`,
  );
  equal(
    withLocation(
      `await lazily<typeof import("./d.ts")>(\n  import.meta,\n  "./d.ts",\n);`,
      "a/b/c.ts",
      none,
    ),
    `await lazily<typeof import("./d.ts")>(${place},\n  "./d.ts",\n);`,
  );
});

Deno.test("what else is asked of import.meta, and what stands in a text, stays as it is", () => {
  for (
    const text of [
      `if (import.meta.main) await answer();`,
      `const url = import.meta.resolve("cel");`,
      `const HEAD = "globalThis.__dirname ??= import.meta.dirname";`,
    ]
  ) equal(withLocation(text, "a/b.ts", none), text);
});

Deno.test("a module that is started from the build is named as it is there", () => {
  const started = new Set(["a/child/main.ts"]);
  const text = `const M = siblingUrl(import.meta, "child/main.ts");`;
  equal(
    withLocation(text, "a/run.ts", started),
    `const M = siblingUrl({ url: import.meta.url }, "./a.child.main.js");`,
  );
  equal(withLocation(text, "b/run.ts", started).includes("../packages/b/run.ts"), true);
  const main = "if (import.meta.main) await answer();";
  equal(withLocation(main, "a/child/main.ts", started), "if (true) await answer();");
});

const built = (text: string, late = true) => rewritten(text, importsOf(text), late);

Deno.test("dynamic imports come late, but not those in programs that svc writes", () => {
  const text = `const f = async () => await import("./x.js");`;
  equal(built(text), `const f = async () => await import(String("./x.js"));`);
  equal(built(text, false), text);
  const program = 'export const program = (i) => `await import("./module${i}.js")`;';
  equal(built(program), program);
  const computed = `export const load = (path) => import(path);`;
  equal(built(computed), computed);
});

Deno.test("a package of others is taken from the build, however it is imported", () => {
  const text = `import "node:os";
import { a } from "@b/c/d";
export * from "yaml";
const e = async () => [await import("yaml"), import.meta.resolve("@b/c"), "yaml"];
`;
  equal(
    built(text),
    `import "node:os";
import { a } from "./npm.@b+c+d.js";
export * from "./npm.yaml.js";
const e = async () => [await import(String("./npm.yaml.js")), ` +
      `new URL("./npm.@b+c.js", import.meta.url).href, "yaml"];
`,
  );
  deepEqual(importsOf(text).packages, ["@b/c/d", "yaml", "@b/c"]);
});

Deno.test("an entry is the client, a command, and what is loaded lazily", () => {
  const sources = new Map([
    ["cli/main.ts", `await lazily<typeof import("./a/b.ts")>(\n import.meta,\n "./a/b.ts",\n);`],
    ["cli/a/b.ts", `await lazily(import.meta, "../../core/c.ts"); lazily(import.meta, path);`],
    ["cli/commands/x/y.ts", `export default defineCommand({});`],
    ["cli/commands/x/shared.ts", `export const shared = 1;`],
    ["cli/other.ts", `export default 1;`],
  ]);
  deepEqual(entriesOf(sources), ["cli/a/b.ts", "cli/commands/x/y.ts", "cli/main.ts", "core/c.ts"]);
  equal(resolved("../c.ts", "a/b/d.ts"), "a/c.ts");
});

Deno.test("what is started by its place is found, to be built on its own", () => {
  const sources = new Map([
    ["a/b.ts", `const M = siblingPath(import.meta, "c/d.ts"); siblingPath(import.meta, "../..");`],
    ["a/c/e.ts", `export const MAIN = siblingUrl(\n  import.meta,\n  "../f.ts",\n);`],
  ]);
  deepEqual([...startedIn(sources)], ["a/c/d.ts", "a/f.ts"]);
});
