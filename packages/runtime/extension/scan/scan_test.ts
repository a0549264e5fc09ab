import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { permissionProblem } from "@svc/core/permission";
import { nameProblem } from "@svc/core/text";
import { MOST_FOUND, scanModules } from "./scan.ts";

const NO_MAP = JSON.stringify({ version: 3, sources: [], names: [], mappings: "" });

async function scanOf(code: string, map = NO_MAP) {
  const { found, more, unscanned } = await scanModules(new Map([["models/x.ts", { code, map }]]));
  return { found, more, failed: unscanned[0]?.why };
}

const HOSTILE: [what: string, code: string][] = [
  ["brackets nested a million deep", `${"[".repeat(1e6)}${"]".repeat(1e6)}`],
  ["blocks nested a hundred thousand deep", `${"{".repeat(1e5)}${"}".repeat(1e5)}`],
  ["a sum of a million texts", `fetch(${'"a"+'.repeat(1e6)}"b")`],
  ["calls nested ten thousand deep", `fetch(${"f(".repeat(1e4)}1${")".repeat(1e4)})`],
  ["what is not a JavaScript", "\0\0\0 not code"],
  ["half a surrogate in a name", "const \ud800 = 1"],
];
for (const [what, code] of HOSTILE) {
  Deno.test(`${what} is read, or said to be unreadable, never taken for harmless`, async () => {
    const { found, failed } = await scanOf(`${code};`);
    assert.ok(failed !== undefined || found.length > 0 || !code.startsWith("fetch"));
    if (failed === undefined) return;
    assert.deepEqual(found, []);
    assert.match(failed, /^(?:its? |looking at )/);
  });
}

Deno.test("the folder for temporary files is asked for by nobody", async () => {
  const { found } = await scanOf(
    `const dir = Deno.env.get("TMPDIR"); Deno.writeTextFile(dir + "/x", Deno.env.get("OWN"));
Deno.readTextFile(\`\${Deno.env.get("TMPDIR")}\`);`,
  );
  assert.deepEqual(found.map(({ kind, entry }) => `${kind}:${entry}`), ["env:OWN"]);
});

Deno.test("a line of ten megabytes is read", async () => {
  const { found, failed } = await scanOf(
    `const a="${"x".repeat(1e7)}";fetch("https://a.example/");`,
  );
  assert.equal(failed, undefined);
  assert.deepEqual(found.map(({ entry }) => entry), ["a.example"]);
});

Deno.test("names that lead to each other in circles end", async () => {
  const names = Array.from({ length: 60 }, (_, index) => `v${index}`);
  const circles = names.map((name, index) =>
    `let ${name} = x ? v${(index + 1) % 60} + v${(index * 7) % 60} : {...v${(index * 11) % 60}};`
  );
  const uses = names.map((name) => `fetch(${name}); fetch(${name}.a.b.c.d);`);
  const { found, failed } = await scanOf([...circles, ...uses].join("\n"));
  assert.equal(failed, undefined);
  assert.deepEqual([...new Set(found.map(({ entry }) => entry))], [undefined]);
});

Deno.test("texts that double with every name do not fill the memory", async () => {
  const doubling = Array.from(
    { length: 200 },
    (_, index) => `let v${index + 1} = v${index} + v${index};`,
  );
  const { failed } = await scanOf(
    `let v0 = y ? "https://a.example/" : z ? "b" : "c";${doubling.join("")}fetch(v200);`,
  );
  assert.equal(failed, undefined);
});

for (
  const [what, map] of [
    ["no JSON", "{"],
    ["null", "null"],
    ["a list of numbers", '{"version":3,"sources":[1,2],"names":[],"mappings":"AAAA"}'],
    ["mappings of no known letters", '{"version":3,"sources":["a"],"names":[],"mappings":"!!!"}'],
    ["mappings out of range", '{"version":3,"sources":["a"],"names":[],"mappings":"A+/////D"}'],
  ]
) {
  Deno.test(`a source map that is ${what} costs the lines, never the entry`, async () => {
    const { found, failed } = await scanOf('fetch("https://a.example/")', map);
    if (failed !== undefined) assert.deepEqual(found, []);
    else assert.equal(found[0]?.entry, "a.example");
  });
}

Deno.test("names and entries that a person would read wrong are written out or left out", async () => {
  const evil = "models/\u202egpj.ts\n\x1b[2J";
  const map = JSON.stringify({ version: 3, sources: [evil], names: [], mappings: "AAAA" });
  const { found } = await scanOf(
    [
      'fetch("https://\u0430pi.github.com/")',
      'fetch("https://a.example,b.example/")',
      'new Deno.Command("git\\nrm")',
      'Deno.env.get("A\u200bB")',
      'Deno.readTextFile("data\\u202e/x")',
    ].join(","),
    map,
  );
  assert.equal(found.length, 5);
  for (const { kind, entry, file } of found) {
    assert.equal(nameProblem(file), undefined);
    if (entry !== undefined) assert.equal(permissionProblem(kind, entry), undefined);
  }
  assert.deepEqual(found.map(({ entry }) => entry).filter(Boolean), ["xn--pi-6kc.github.com"]);
});

Deno.test("no more is kept than a person reads, and the rest is counted", async () => {
  const calls = Array.from({ length: 1000 }, (_, index) => `fetch("https://a${index}.example/");`);
  const { found, more } = await scanOf(calls.join("\n"));
  assert.equal(found.length, MOST_FOUND);
  assert.equal(more, 1000 - MOST_FOUND);
});

Deno.test("the same modules give the same list, whatever else was scanned", async () => {
  const code = 'fetch(u);Deno.env.get("A");new Deno.Command("git");fetch("https://b.example")';
  const alone = await scanOf(code);
  const both = await scanModules(
    new Map([["models/w.ts", { code: "[", map: NO_MAP }], ["models/x.ts", { code, map: NO_MAP }]]),
  );
  assert.deepEqual(both.found, alone.found);
  assert.deepEqual(both.unscanned.map(({ file }) => file), ["models/w.ts"]);
});

Deno.test("a scan that was cancelled says so instead of finding nothing", async () => {
  const signal = AbortSignal.abort();
  await assert.rejects(
    scanModules(new Map([["models/x.ts", { code: "1", map: NO_MAP }]]), { signal }),
    (error) => isSvcError(error) && error.code === "cancelled",
  );
});

Deno.test("a module that takes too long is named as unscanned", async () => {
  const slow = { code: `${"let a=1;".repeat(3e5)}`, map: NO_MAP };
  const { found, unscanned } = await scanModules(
    new Map([["models/slow.ts", slow]]),
    { timeLimitMs: 1 },
  );
  assert.deepEqual(found, []);
  assert.deepEqual(unscanned.map(({ file }) => file), ["models/slow.ts"]);
  assert.match(unscanned[0]!.why, /too long/);
});
