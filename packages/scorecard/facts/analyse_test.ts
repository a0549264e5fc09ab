import assert from "node:assert/strict";
import { manifestSchema } from "@svc/core/manifest";
import { analyse, type AnalyseOptions } from "./analyse.ts";

const encoder = new TextEncoder();
const deno = Deno.execPath();

/** Analyses sources given by path, with the listed models as entry points. */
function facts(
  sources: Record<string, string>,
  { models = ["a.ts"], ...options }: Partial<AnalyseOptions> & { models?: string[] } = {},
) {
  const manifest = manifestSchema.parse({
    manifestVersion: 1,
    name: "@team/tool",
    version: "2026.01.01.1",
    models,
  });
  const files = new Map(
    Object.entries(sources).map(([path, text]) => [
      path,
      { bytes: encoder.encode(text), executable: false },
    ]),
  );
  return analyse({ files, manifest }, { deno, ...options });
}

async function symbols(source: string, others: Record<string, string> = {}) {
  const { symbols } = await facts({ "models/a.ts": source, ...others });
  assert.equal(symbols.outcome, "passed", symbols.problem ?? "");
  return [symbols.documented, symbols.total];
}

async function slowTypes(source: string) {
  const { slowTypes } = await facts({ "models/a.ts": source });
  assert.equal(slowTypes.outcome, "passed", slowTypes.problem ?? "");
  return slowTypes.findings.map(({ place, message }) => `${place} ${message.split(":")[0]}`);
}

Deno.test("symbols: each kind of export counts, what is not exported does not", async () => {
  assert.deepEqual(
    await symbols(`
      export const a = 1; export function b(): void {} export class C {}
      export interface D {} export type E = 1; export enum F {} export namespace G { export const x = 1; }
      const h = 1; export { h as i }; export const { j, k } = { j: 1, k: 2 };
      export default 5; const l = 1; function m() {}
    `),
    [0, 11],
  );
});

Deno.test("symbols: overloads and the implementation count one by one", async () => {
  assert.deepEqual(
    await symbols(`/** one */ export function f(a: string): void;
      /** two */ export function f(a: number): void;
      export function f(_: unknown): void {}`),
    [2, 3],
  );
});

Deno.test("symbols: tags alone, empty and line comments are no documentation, members do not count", async () => {
  assert.deepEqual(
    await symbols(`/** @deprecated */ export const a = 1;
      /** */ export const b = 1;
      // c
      export const c = 1;
      /** D */ export class D { e = 1; f(): void {} }`),
    [1, 4],
  );
});

Deno.test("symbols: re-exports bring the comments along", async () => {
  const b = "/** documented */ export const b = 1;";
  assert.deepEqual(await symbols(`export * from "./b.ts";`, { "models/b.ts": b }), [1, 1]);
  assert.deepEqual(await symbols(`export { b as c } from "./b.ts";`, { "models/b.ts": b }), [1, 1]);
});

Deno.test("symbols: undocumented ones are listed with path and line, module docs by entry point", async () => {
  const { symbols } = await facts({
    "models/a.ts": "/** A module.\n * @module */\n/** a */\nexport const a = 1;\n",
    "models/sub/b.ts": `\n\nexport function b(): void {}\nexport * from "./c.ts";`,
    "models/sub/c.ts": "export class C {}",
  }, { models: ["a.ts", "./sub/b.ts"] });
  assert.deepEqual(symbols.moduleDocs, ["models/a.ts"]);
  assert.deepEqual(symbols.undocumented.map(({ place, message }) => `${place} ${message}`).sort(), [
    "models/sub/b.ts:3 function b has no doc comment",
    "models/sub/c.ts:1 class C has no doc comment",
  ]);
});

Deno.test("symbols: more than fifty places are counted, fifty are kept", async () => {
  const source = Array.from({ length: 60 }, (_, i) => `export const v${i} = ${i};`).join("\n");
  const { symbols } = await facts({ "models/a.ts": source });
  assert.equal(symbols.total, 60);
  assert.equal(symbols.undocumented.length, 50);
});

Deno.test("slow types: each is listed with path, line and code; missing comments are none", async () => {
  assert.deepEqual(
    await slowTypes(`
export function a() { return 1; }
export const b = a();
interface P {}
export const c: P = {};
export class D { e() { return 1; } }
`),
    [
      "models/a.ts:2 missing-return-type",
      "models/a.ts:3 missing-explicit-type",
      "models/a.ts:5 private-type-ref",
      "models/a.ts:6 missing-return-type",
    ],
  );
});

Deno.test("slow types: the usual module is clean", async () => {
  assert.deepEqual(
    await slowTypes(`import { z } from "npm:zod@4";
export const model = { type: "@a/b", methods: { run: {
  arguments: z.object({ a: z.string() }), execute: async () => {} } } };
`),
    [],
  );
});

Deno.test("facts: a module that cannot be read is an error for symbols and slow types, never a pass", async () => {
  const { symbols, slowTypes } = await facts({ "models/a.ts": "export const = ;" });
  assert.equal(symbols.outcome, "error");
  assert.equal(slowTypes.outcome, "error");
  assert.match(symbols.problem!, /^models\/a\.ts:1: SyntaxError/);
  assert.doesNotMatch(symbols.problem!, /svc-doc-/);
});

Deno.test("facts: an import of a file that is not there is an error that names both", async () => {
  const found = await facts({ "models/a.ts": `\nexport * from "./gone.ts";` });
  const { symbols, slowTypes } = found;
  assert.equal(symbols.outcome, "error");
  assert.equal(slowTypes.outcome, "error");
  assert.equal(
    symbols.problem,
    `models/a.ts:2: Module not found "models/gone.ts".`,
  );
});

Deno.test("facts: strings that only look like specifiers do no harm", async () => {
  const texts = [
    "https://",
    "http://x/",
    "https://api.example.com/v1/",
    "npm:",
    "npm:/",
    "jsr:@a/",
    "https://[",
    "http://%zz/",
    "https:",
    "npm:@",
    "jsr:",
    "https://x.y/?a=b#c",
    "bare/",
    "@a/",
  ];
  const source = texts.map((text, i) => `export const a${i} = "${text}"; // import "${text}"`);
  assert.deepEqual(await symbols(source.join("\n")), [0, texts.length]);
});

Deno.test("facts: a missing entry point is refused by name", async () => {
  await assert.rejects(facts({ "models/b.ts": "" }), {
    code: "archive_invalid",
    message: /lists a\.ts under models/,
  });
});

Deno.test("facts: files outside the archive are out of reach", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/secret.ts`, "/** found */ export const secret = 1;");
    const up = "../".repeat(12);
    for (
      const specifier of [
        `file://${folder}/secret.ts`,
        `${folder}/secret.ts`,
        `${up}${folder}/secret.ts`,
      ]
    ) {
      const found = await facts({ "models/a.ts": `export * from "${specifier}";` });
      assert.equal(found.symbols.outcome, "error");
      assert.equal(found.symbols.total, 0);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("facts: nothing is fetched, however an import hides, and nothing is left behind", async () => {
  let hits = 0;
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    hits++;
    return new Response("/** found */ export const remote = 1;", {
      headers: { "content-type": "application/typescript" },
    });
  });
  const host = `127.0.0.1:${server.addr.port}`;
  const before = temporary();
  for (
    const source of [
      `export * from "http://${host}/a.ts"; export const a = 1;`,
      `export * from "\\x68ttp://${host}/a.ts"; export const a = 1;`,
      `/// <reference types="http://${host}/a.ts" />\nexport const a = 1;`,
      `// @deno-types="http://${host}/a.ts"\nexport * from "npm:x"; export const a = 1;`,
      `export * from "jsr:@std/assert"; export * from "npm:left-pad"; export const a = 1;`,
    ]
  ) {
    const { symbols } = await facts({ "models/a.ts": source });
    assert.equal(symbols.documented, 0);
  }
  assert.equal(hits, 0);
  assert.deepEqual(temporary(), before);
});

function temporary(): string[] {
  const folder = Deno.env.get("TMPDIR") ?? "/tmp";
  return [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => name.startsWith(`svc-doc-${Deno.pid}-`));
}

Deno.test("facts: a tool that does not finish in time is notRun, one that cannot start is an error", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const stuck = `${folder}/stuck`;
    await Deno.writeTextFile(stuck, "#!/bin/sh\nexec sleep 600\n", { mode: 0o755 });
    const sources = { "models/a.ts": "export const a = 1;" };
    const late = await facts(sources, { deno: stuck, timeLimitMs: 50 });
    assert.equal(late.symbols.outcome, "notRun");
    assert.equal(late.slowTypes.outcome, "notRun");
    const stopped = await facts(sources, { signal: AbortSignal.abort() });
    assert.equal(stopped.symbols.outcome, "notRun");
    const absent = await facts(sources, { deno: `${folder}/absent` });
    assert.equal(absent.symbols.outcome, "error");
    assert.match(absent.symbols.problem!, /not found|No such file/);
    assert.equal(absent.slowTypes.outcome, "error");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("facts: a source that crashes the tool, or makes it take too much memory, is an error", async () => {
  const deep = `export const a = ${"(".repeat(200_000)}1${")".repeat(200_000)};`;
  const crashed = await facts({ "models/a.ts": deep });
  assert.deepEqual([crashed.symbols.outcome, crashed.slowTypes.outcome], ["error", "error"]);
  const plain = { "models/a.ts": "export const a = 1;" };
  const starved = await facts(plain, { memoryLimit: 1_000_000 });
  assert.deepEqual([starved.symbols.outcome, starved.slowTypes.outcome], ["error", "error"]);
});

Deno.test("facts: README and license are found at the root or directly under files/, not deeper", async () => {
  const a = { "models/a.ts": "export {};" };
  const paths = async (sources: Record<string, string>) => {
    const { readme, licenseFile } = await facts({ ...a, ...sources });
    return [readme?.path ?? null, licenseFile];
  };
  assert.deepEqual(await paths({ "files/README.md": "", "files/LICENSE": "" }), [
    "files/README.md",
    "files/LICENSE",
  ]);
  assert.deepEqual(await paths({ "Readme.md": "", "files/README.md": "", "COPYING.txt": "" }), [
    "Readme.md",
    "COPYING.txt",
  ]);
  assert.deepEqual(await paths({ "files/docs/README.md": "", "models/LICENSE": "" }), [null, null]);
  assert.deepEqual(await paths({ "README": "", "ReadMe.md": "", "LICENSE.html": "" }), [
    null,
    null,
  ]);
});

Deno.test("facts: survive being stored as JSON", async () => {
  const found = await facts({ "models/a.ts": "export const a = f();", "README.md": "hi" });
  assert.deepEqual(JSON.parse(JSON.stringify(found)), found);
});
