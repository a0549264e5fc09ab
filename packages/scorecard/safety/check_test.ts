import assert from "node:assert/strict";
import { manifestSchema } from "@svc/core/manifest";
import { checkSafety } from "./check.ts";

const encoder = new TextEncoder();

function check(files: Record<string, string | Uint8Array>, manifest: Record<string, unknown> = {}) {
  const parsed = manifestSchema.parse({
    manifestVersion: 1,
    name: "@team/tool",
    version: "2026.01.01.1",
    models: ["a.ts"],
    ...manifest,
  });
  const entries = Object.entries(files).map(([path, content]) =>
    [path, { bytes: typeof content === "string" ? encoder.encode(content) : content }] as const
  );
  const { errors, warnings } = checkSafety(new Map(entries), parsed);
  const lines = (findings: typeof errors) => findings.map((one) => `${one.place} ${one.message}`);
  return { errors: lines(errors), warnings: lines(warnings) };
}

const errorsIn = (source: string) => check({ "models/a.ts": source }).errors;
const warningsIn = (source: string) => check({ "models/a.ts": source }).warnings;

Deno.test("safety: plain sources, texts and declared binaries are fine", () => {
  const files = {
    "manifest.yaml": "x",
    "descriptor.json": "{}",
    "models/a.ts": "export const a = 1;",
    "files/README.md": "# A",
    "files/LICENSE": "MIT",
    "files/LICENSE-APACHE": "Apache-2.0",
    "files/COPYING.LESSER": "LGPL-3.0",
    "files/UNLICENSE": "Unlicense",
    "files/data.YML": "a: 1",
    "files/bin/tool": new Uint8Array([0x7f, 0x45]),
  };
  const manifest = { binaries: ["./bin/tool"] };
  assert.deepEqual(check(files, manifest), { errors: [], warnings: [] });
});

Deno.test("safety: code from text is an error with its line, however it is written", () => {
  for (
    const code of [
      "eval(x)",
      "eval (x)",
      "globalThis.eval(x)",
      "(0, eval)(x)",
      "eval?.(x)",
      "new Function(x)",
      "new  Function ( x )",
      "Function(x)",
      "new globalThis.Function(x)",
      "import(name)",
      `import("npm:" + name)`,
      "import(`npm:${name}`)",
      `import(/* a */ "\\x6epm:a")`,
      `import "\\x6epm:a"`,
      `export * from '\\u006epm:a'`,
      "`${eval(x)}`",
    ]
  ) {
    const errors = errorsIn(`\n\n  ${code};`);
    assert.equal(errors.length, 1, code);
    assert.match(errors[0]!, /^models\/a\.ts:3 /);
  }
});

Deno.test("safety: code from text is an error under another name and by way of other objects", () => {
  for (
    const code of [
      `globalThis["eval"](x)`,
      `globalThis?.["eval"](x)`,
      `globalThis["ev" + "al"](x)`,
      `globalThis["ev".concat("al")](x)`,
      `(globalThis as any)["eval"](x)`,
      `(globalThis as any).eval(x)`,
      `(globalThis as Record<string, any>)["ev" + "al"](x)`,
      "const a = globalThis.eval",
      `new globalThis["Function"](x)`,
      "const { prototype } = globalThis.Function",
      `Reflect.get(globalThis, "ev" + "al")(x)`,
      `Reflect.get(globalThis, "eval")(x)`,
      "Reflect.get(globalThis, name)(x)",
      "Reflect.construct(Function, [x])",
      "Reflect.apply(eval, null, [x])",
      "x.constructor.constructor(y)",
      `x["constructor"]["constructor"](y)`,
      "(() => {}).constructor(x)",
      "(() => 1).constructor(x)",
      "(function () {}).constructor(x)",
      "Object.getPrototypeOf(async function () {}).constructor(x)",
      "Function.prototype.constructor(x)",
      "Function.apply(null, [x])",
      "(1, eval)(x)",
      "[eval][0](x)",
      "const run = eval",
      "const a = { run: eval }",
      "eval.call(null, x)",
      "const F = Function;",
      `setTimeout("a()", 1)`,
      "setInterval(`a()`)",
      `import("data:text/javascript,a")`,
      `import a from "data:text/javascript,a"`,
      `export * from "blob:a"`,
      `import vm from "node:vm"`,
      `import("vm")`,
      "new Worker(x, { eval: true })",
      `new threads.Worker("a(); b()", { workerData, "eval" : !0 })`,
      "new Worker(`a();\\n`, { 'eval': true })",
      `new Worker("data:text/javascript,a")`,
      `new Worker(new URL("data:text/javascript,a"), { type: "module" })`,
      "new Worker(URL.createObjectURL(x))",
    ]
  ) {
    const errors = errorsIn(`\n\n  ${code};`);
    assert.equal(errors.length, 1, code);
    assert.match(errors[0]!, /^models\/a\.ts:3 /, code);
  }
});

Deno.test("safety: the scan does not promise to find code from text that is hidden well", () => {
  for (
    const code of [
      `const name = "ev" + "al"; globalThis[name](x)`,
      "const { eval: run } = globalThis",
      `const key = "constructor"; x[key][key](y)`,
    ]
  ) assert.deepEqual(errorsIn(code), [], code);
});

Deno.test("safety: code from text is an error where only a parser could tell it from a comment or a string", () => {
  for (
    const code of [
      "// a\reval(x)",
      "// a\u2028eval(x)",
      `if (a) /"/.exec(eval(x)) //"`,
      `a! / 1 /*" */; eval(x); //"`,
      `a.default / 1 /*" */; eval(x); //"`,
      `f<T> / 1 /*" */; eval(x); //"`,
      `type A = {}\n/"/.exec(eval(x)) //"`,
      `for await (const a of b) /"/.exec(eval(x)) //"`,
      "\\u0065val(x)",
    ]
  ) assert.notDeepEqual(errorsIn(code), [], JSON.stringify(code));
});

Deno.test("safety: a '/' that can be read in two ways is an error where it could hide something", () => {
  const hides = "\n// eval (x)";
  const [error] = errorsIn(`\nconst a = b! / f("c");${hides}`);
  assert.match(error!, /^models\/a\.ts:2 .*parentheses/);
  assert.deepEqual(errorsIn(`const a = (b!) / f("c");${hides}`), []);
  assert.equal(errorsIn(`a! / "b";\n`.repeat(100) + hides).length, 10);
});

Deno.test("safety: a '/' that can be read in two ways is fine where it hides nothing in either", () => {
  for (
    const code of [
      `const a = b! / f("c");`,
      `const pct = (used! / (total! || 1)) * 100; // Lambda Function, evaluated from (a)`,
      `/** import { a } from "./a.ts" */\n const kb = size! / (1024); // "`,
      `const half = <number> a / (2); const text = "Function name";`,
    ]
  ) assert.deepEqual(errorsIn(code), [], code);
  for (
    const hidden of [
      "eval(x)",
      "eval/**/(x)",
      "(0, eval)(x)",
      "eval?.(x)",
      "new Function(x)",
      "globalThis['ev' + 'al'](x)",
      "globalThis/**/['eval'](x)",
      "Reflect/**/.get(globalThis, y)",
      "a.constructor.constructor(x)",
      "a/**/.constructor/**/.constructor(x)",
      "setTimeout('x')",
      "const e = eval",
      "Function/* */(x)",
      "import(x)",
      "import // a\n(x)",
      `import "npm:evil@1"`,
      `import a from'npm:evil@1'`,
      `export * from/**/"npm:evil@1"`,
      "\\u0065val(x)",
      "new Worker(x, { eval: true })",
      "({ 'eval'/**/: true })",
      `new Worker/**/("data:a")`,
    ]
  ) {
    assert.notDeepEqual(errorsIn(`a! / 1 /*" */; ${hidden}; //"`), [], hidden);
    assert.notDeepEqual(errorsIn(`type A = {}\n/"/.exec(b); ${hidden} //"`), [], hidden);
  }
});

Deno.test("safety: spaces without end take no more time than their number", () => {
  for (
    const word of [
      ...["eval", "Function", "import", "from", "eval)", "globalThis", "a! / (\n// eval"],
      ...["a.constructor", "globalThis as any", "(globalThis", "=> 1", "f({})", "Reflect.get("],
      ...["eval:", "Worker(", "Worker(new URL(", "Worker(URL"],
    ]
  ) {
    assert.deepEqual(errorsIn(`${word}${" ".repeat(200_000)}x`), [], word);
  }
});

Deno.test("safety: words that only contain eval, comments, strings and members do not trip it", () => {
  for (
    const code of [
      "retrieval(x)",
      "medieval (x)",
      "db.eval(x)",
      "// eval(x)",
      "/* new Function(x) */",
      `"eval(x)"`,
      "`eval(x)`",
      "evaluate(x)",
      "isFunction(x)",
      "myFunction(x)",
      "type F = Function;",
      "if (a instanceof Function) b(a);",
      "Function.prototype.toString.call(a)",
      `globalThis["fetch"](a)`,
      "globalThis[Symbol.for(a)] ??= b",
      "(globalThis as any).fetch(a)",
      `Reflect.get(globalThis, "fetch")`,
      "Reflect.get(target, name, receiver)",
      "new this.constructor(a)",
      "Object.getPrototypeOf(a).constructor.name",
      "[1].map((a) => f(a)).constructor",
      "setTimeout(() => f(), 1)",
      `setTimeout(f, "a")`,
      `const a = { eval: 1, Function: 2 }`,
      `new Worker(new URL("./a.ts", import.meta.url), { eval: false })`,
      "type Rule = { eval: boolean }",
      `const b = /eval|new Function/`,
      `import { eval as run } from "./a.ts"`,
      `import a from "./data.ts"`,
      `import("npm:a@1")`,
      "import( `./b.ts` )",
      `import("./b.json", { with: { type: "json" } })`,
      `const text = "from 'a\\\\b'"`,
      `Array.from("a\\n")`,
      "import { a } from './a.ts'",
    ]
  ) assert.deepEqual(errorsIn(code), [], code);
});

Deno.test("safety: hidden files are errors, and so is all below a .git", () => {
  for (
    const path of ["models/.env", ".git/config.md", "files/.GIT/a.txt", "skills/a/.git/config"]
  ) {
    assert.match(check({ [path]: "" }).errors[0]!, /hidden/, path);
  }
});

Deno.test("safety: a file in a hidden folder is fine, and a hidden one among those of a skill", () => {
  for (const path of ["files/.github/a.md", "skills/a/.gitignore", "skills/a/.b/c.md"]) {
    assert.deepEqual(check({ [path]: "" }).errors, [], path);
  }
});

Deno.test("safety: a file of an unknown kind is an error that names the way out", () => {
  for (const path of ["files/run.sh", "files/a.js", "files/tool", "files/README"]) {
    assert.match(check({ [path]: "" }).errors[0]!, /list it under binaries/);
  }
  for (const path of ["models/a.js", "models/a.mts", "reports/files/a.tsx"]) {
    assert.match(check({ [path]: "" }).errors[0]!, /rename it to \.ts/);
  }
});

Deno.test("safety: a file is refused for its first fault alone, and its content is not looked at then", () => {
  assert.equal(check({ "models/.env": "" }).errors.length, 1);
  assert.equal(check({ "files/run.sh": new Uint8Array(1_000_001) }).errors.length, 1);
  const big = `eval(x)\n${"a\n".repeat(500_000)}`;
  assert.deepEqual(check({ "models/a.ts": big }), {
    errors: [`models/a.ts ${big.length} bytes; 1000000 are allowed`],
    warnings: [],
  });
});

for (const name of ["AUTHORS", "CONTRIBUTORS", "COPYING-EXCEPTION", "NOTICE", "PATENTS"]) {
  Deno.test(`safety: ${name} is a plain text, another letter case of it is not`, () => {
    assert.deepEqual(check({ [`files/${name}`]: "" }).errors, []);
    assert.equal(check({ [`files/${name.toLowerCase()}`]: "" }).errors.length, 1);
  });
}

Deno.test("safety: what a skill or a declared binary holds is not read as a source or a text", () => {
  const skill = { "skills/do/SKILL.md": "---\nname: do\ndescription: Does.\n---\n8.8.8.8" };
  const files = { ...skill, "skills/do/run.ts": "eval(x)", "files/tool.ts": "eval(x)" };
  assert.deepEqual(check(files, { skills: ["do"], binaries: ["tool.ts"] }), {
    errors: [],
    warnings: [],
  });
  assert.equal(check({ "files/tool.ts": "eval(x)" }).errors.length, 1);
});

Deno.test("safety: addresses are looked for in Markdown and text, not in data", () => {
  const warned = (name: string) => check({ [`files/${name}`]: "8.8.8.8" }).warnings.length;
  assert.deepEqual(["a.md", "a.txt", "a.TXT"].map(warned), [1, 1, 1]);
  assert.deepEqual(["a.json", "a.yaml", "LICENSE", "md.ts"].map(warned), [0, 0, 0, 0]);
});

Deno.test("safety: a file of 1,000,000 bytes is fine, one more is not", () => {
  const text = (length: number) => check({ "files/a.txt": new Uint8Array(length) }).errors;
  assert.deepEqual(text(1_000_000), []);
  assert.match(text(1_000_001)[0]!, /^files\/a\.txt 1000001 bytes/);
});

Deno.test("safety: 500 files and 10,000,000 bytes are fine, more is not", () => {
  const many = (count: number) =>
    check(Object.fromEntries(Array.from({ length: count }, (_, i) => [`files/${i}.txt`, ""])))
      .errors;
  assert.deepEqual(many(500), []);
  assert.deepEqual(many(501), ["(total) 501 files; 500 are allowed"]);
  const skills = (count: number) =>
    check(Object.fromEntries(Array.from({ length: count }, (_, i) => [`skills/a/${i}.md`, ""])))
      .errors;
  assert.deepEqual(skills(150), []);
  assert.deepEqual(skills(151), ["skills 151 files; 150 are allowed"]);
  const full = Object.fromEntries(
    Array.from({ length: 10 }, (_, i) => [`files/${i}.txt`, new Uint8Array(1_000_000)]),
  );
  assert.deepEqual(check(full).errors, []);
  assert.match(check({ ...full, "files/x.txt": "x" }).errors[0]!, /^\(total\) 10000001 bytes/);
});

Deno.test("safety: undeclared programs, unreadable lines and encoded text warn with their line", () => {
  assert.match(warningsIn("\nnew Deno.Command('git')")[0]!, /^models\/a\.ts:2 starts a program/);
  assert.deepEqual(warningsIn("// Deno.Command('git')"), []);
  const declared = { permissions: { run: ["git"] } };
  assert.deepEqual(check({ "models/a.ts": "new Deno.Command('git')" }, declared).warnings, []);
  assert.equal(warningsIn(`\n\n${"a;".repeat(250)}`).length, 0);
  assert.match(
    warningsIn(`\n\n${"a;".repeat(251)}`)[0]!,
    /^models\/a\.ts:3 a line of more than 500/,
  );
  assert.equal(warningsIn(`const a = "${"A".repeat(99)}"`).length, 0);
  assert.match(warningsIn(`const a = "${"A".repeat(100)}"`)[0]!, /^models\/a\.ts:1 a long run/);
});

Deno.test("safety: real addresses in texts warn, three at most; documentation's do not", () => {
  const { warnings } = check({
    "files/README.md": "192.0.2.1 198.51.100.7 203.0.113.9 127.0.0.1 0.0.0.0 169.254.0.1 1.2.3\n" +
      "8.8.8.8 8.8.8.8 10.0.0.1\n172.16.0.1 192.168.0.1 999.1.1.1 1.2.3.4.5",
  });
  assert.deepEqual(warnings.map((line) => /address (\S+)/.exec(line)![1]), [
    "8.8.8.8",
    "10.0.0.1",
    "172.16.0.1",
  ]);
  assert.match(warnings[2]!, /^files\/README\.md:3 /);
});

Deno.test("safety: a skill needs a SKILL.md that names and describes it", () => {
  const skill = (content?: string) =>
    check(
      content === undefined ? {} : { "skills/do/SKILL.md": content, "skills/do/run.sh": "x" },
      { skills: ["do"] },
    ).errors;
  assert.deepEqual(skill("---\nname: do\ndescription: Does.\n---\n# Do"), []);
  assert.match(skill()[0]!, /^skills\/do\/SKILL\.md is missing/);
  assert.match(skill("# Do")[0]!, /front matter/);
  assert.match(skill("---\nname: do\n---\n")[0]!, /'description'/);
  assert.match(skill("---\nname: 3\ndescription: ''\n---\n")[0]!, /'name'/);
  assert.match(skill("---\na: [\n---\n")[0]!, /not YAML/);
  assert.match(skill("---\njust text\n---\n")[0]!, /'name'/);
});

Deno.test("safety: a skill is named as a folder can be, and no two have one name", () => {
  const skills = ["a/help", "b/help", "no name", "-x"];
  const files = Object.fromEntries(
    skills.map((name) => [`skills/${name}/SKILL.md`, "---\nname: a\ndescription: b\n---\n"]),
  );
  assert.deepEqual(check(files, { skills }).errors, [
    "skills/b/help another skill is also named help",
    "skills/no name a skill is named in letters, digits, '.', '-' and '_'",
    "skills/-x a skill is named in letters, digits, '.', '-' and '_'",
  ]);
});

Deno.test("safety: a skill file has at most 512,000 bytes, all skills 2 MiB", () => {
  const sound = { "skills/do/SKILL.md": "---\nname: do\ndescription: Does.\n---\n" };
  const manifest = { skills: ["do"] };
  const one = (bytes: number) =>
    check({ ...sound, "skills/do/a": new Uint8Array(bytes) }, manifest).errors;
  assert.deepEqual(one(512_000), []);
  const big = one(512_001);
  assert.match(big[0]!, /^skills\/do\/a 512001 bytes/);
  const own = sound["skills/do/SKILL.md"].length;
  const all = (bytes: number) => {
    const parts = [500_000, 500_000, 500_000, 500_000, bytes - 2_000_000 - own];
    const files = parts.map((size, at) => [`skills/do/${at}`, new Uint8Array(size)]);
    return check({ ...sound, ...Object.fromEntries(files) }, manifest).errors;
  };
  assert.deepEqual(all(2_097_152), []);
  assert.match(all(2_097_153)[0]!, /^skills 2097153 bytes; all skills together may have 2097152$/);
});
