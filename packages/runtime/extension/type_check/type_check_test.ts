import { deepEqual, equal, match } from "node:assert/strict";
import { temporaryFolder } from "../../testing/extension.ts";
import { checkTypes } from "./type_check.ts";

const check = (
  files: Record<string, string>,
  compilerOptions?: Record<string, unknown>,
) => {
  const bytes = Object.entries(files).map(([path, text]) =>
    [path, { bytes: new TextEncoder().encode(text) }] as const
  );
  return checkTypes(new Map(bytes), ["models/a.ts"], { compilerOptions });
};

Deno.test("wrong types are errors at their lines, also in what an entry imports; left out ones are warnings", async () => {
  const found = await check({
    "models/a.ts": `import { b } from "./lib/b.ts";
import * as fs from "node:fs";
const a: { x: { y: string } } = { x: { y: 1 } };
export const left = (x) => [x, a, b, fs.constants];
`,
    "models/lib/b.ts": `\nexport const b: number = "b";\n`,
    "models/unused.ts": "export const c: number = 'c';\n",
  });
  equal(found.outcome, "failed");
  deepEqual(found.errors.map(({ place }) => place).sort(), ["models/a.ts:3", "models/lib/b.ts:2"]);
  match(found.errors[0]!.message, /^TS2322: Type '\w+' is not assignable to type '\w+'\.$/);
  deepEqual(found.warnings.map(({ place }) => place), ["models/a.ts:4"]);
  match(found.warnings[0]!.message, /^TS7006: Parameter 'x' implicitly has an 'any' type/);
});

Deno.test("the author's own compiler options hold; a package that cannot be had leaves types unchecked", async () => {
  const loose = await check({ "models/a.ts": "export const a: string = null;\n" }, {
    strict: false,
  });
  equal(loose.outcome, "passed");
  const absent = await check({
    "models/a.ts":
      'import "npm:@svc-registry/never-published@1.0.0";\nexport const a: number = "";',
  });
  equal(absent.outcome, "notRun");
  match(absent.problem!, /npm package '@svc-registry\/never-published' does not exist/);
});

Deno.test("a file outside of the extension is opened by no type, no reference and no import", async () => {
  await using folder = await temporaryFolder();
  // A pipe keeps whoever opens it until somebody writes.
  const pipe = (name: string) => `${folder.path}/${name}`;
  const names = ["a.ts", "b.d.ts", "c.json", "d.ts", "e.js"];
  await new Deno.Command("mkfifo", { args: names.map(pipe) }).output();
  const { outcome } = await check({
    "models/a.ts": `/// <reference path="${pipe("b.d.ts")}" />
/// <reference types="${pipe("b.d.ts")}" />
import type { A } from "${pipe("a.ts")}";
import c from "${pipe("c.json")}" with { type: "json" };
// @ts-types="${pipe("b.d.ts")}"
import e from "file://${pipe("e.js")}";
export const x: [A, import("${pipe("d.ts")}").D] = [c, e];
`,
  });
  // What is not opened is of any type; that it is imported is refused before.
  equal(outcome, "passed");
});
