import assert from "node:assert/strict";
import { parseManifest } from "@svc/core/manifest";
import { contentsOf } from "./contents.ts";

// Each of these takes for ever, or all memory, when nothing bounds what is read.

const MEGABYTE = 1_000_000;
const TYPE = `type: "@acme/x", version: "1"`;

/** What reading one hostile model ends in: the reason why it is not read, or how long its JSON is. */
function outcome(source: string, more: Record<string, string> = {}): string {
  const files = new Map(
    Object.entries({ "models/x.ts": source, ...more })
      .map(([path, text]) => [path, { bytes: new TextEncoder().encode(text) }]),
  );
  const manifest = parseManifest(
    `manifestVersion: 1\nname: "@acme/x"\nversion: 2026.01.02.1\nmodels: [x.ts]\n`,
  );
  const { models, unread } = contentsOf({ files, manifest, descriptor: undefined });
  return unread[0]?.problem ?? (JSON.stringify(models).length < 20 * MEGABYTE ? "bounded" : "huge");
}

/** A chain of constants, each made of the next by `of`. */
function chain(count: number, of: (next: string) => string, last: string): string {
  const lines = Array.from({ length: count }, (_, at) => `const c${at} = ${of(`c${at + 1}`)};`);
  return `${lines.join("\n")}\nconst c${count} = ${last};`;
}

const ten = (text: string) => Array(10).fill(text).join(", ");

const cases: [rule: string, source: string, ends: RegExp][] = [
  ["brackets that never close", "[".repeat(MEGABYTE), /too long|unclosed|unmatched/],
  [
    "brackets in brackets",
    `export const model = ${"[".repeat(190_000)}${"]".repeat(190_000)}`,
    /type/,
  ],
  [
    "objects in objects",
    `export const model = { ${TYPE}, methods: ${"{a:".repeat(90_000)}1${"}".repeat(90_000)} };`,
    /bounded/,
  ],
  [
    "schemas in schemas",
    `export const model = { ${TYPE}, globalArguments: ${"z.array(".repeat(60_000)}1${
      ")".repeat(60_000)
    } };`,
    /bounded/,
  ],
  [
    "one line of a megabyte",
    `export const model = { ${TYPE}, methods: { m: { description: "${"x".repeat(MEGABYTE)}" } } };`,
    /bounded/,
  ],
  [
    "a text that never ends",
    `export const model = { type: "${"\\\\".repeat(400_000)}`,
    /unclosed|unmatched/,
  ],
  ["templates in templates", "`${".repeat(300_000), /unclosed|unmatched|too long/],
  ["a slash after a slash", "/".repeat(MEGABYTE), /export const/],
  ["types without end", `export const model: ${"<a,".repeat(130_000)}`, /export const/],
  [
    "dots without end",
    `export const model = { ${TYPE}, globalArguments: z${".a".repeat(190_000)} };`,
    /bounded/,
  ],
  [
    "spread objects that double",
    `${chain(40, (next) => `{ ...${next}, ...${next} }`, "{ m: { description: 'd' } }")}
     export const model = { ${TYPE}, methods: c0 };`,
    /too complex/,
  ],
  [
    "schemas that double",
    `${chain(40, (next) => `z.object({ a: ${next}, b: ${next} })`, "z.string()")}
     export const model = { ${TYPE}, globalArguments: c0 };`,
    /bounded|too complex/,
  ],
  [
    "unions of unions",
    `${chain(40, (next) => `z.union([${ten(next)}])`, "z.string()")}
     export const model = { ${TYPE}, globalArguments: c0 };`,
    /too complex/,
  ],
  [
    "texts that grow tenfold",
    `${chain(40, (next) => Array(10).fill(next).join(" + "), "'a long text'")}
     export const model = { ${TYPE}, methods: { m: { description: c0 } } };`,
    /bounded|too complex|too much text/,
  ],
  [
    "a text named in many places",
    `const d = "${"x".repeat(100_000)}";
     export const model = { ${TYPE}, methods: { ${
      Array.from({ length: 5_000 }, (_, at) => `m${at}: { description: d }`)
    } } };`,
    /too much text/,
  ],
  [
    "an object within itself",
    `const a = { ...a, m: a }; export const model = { ${TYPE}, methods: a };`,
    /bounded/,
  ],
  ["a name of itself", "const model = model; export { model };", /type/],
  [
    "a schema within itself",
    `const s = z.object({ ${
      "abcdefghij".split("").map((key) => `${key}: s`)
    } }); export const model = { ${TYPE}, globalArguments: s };`,
    /too complex/,
  ],
  [
    "a list joined of itself",
    `const l = [l, l, "a"].join(l); export const model = { type: l, version: l };`,
    /type/,
  ],
  [
    "a key that is a prototype",
    `export const model = { ${TYPE}, globalArguments: z.object({ "__proto__": z.string(), constructor: z.string() }) };`,
    /bounded/,
  ],
];

for (const [rule, source, ends] of cases) {
  Deno.test(`contents: ${rule}: the reading ends`, () => {
    assert.match(outcome(source), ends);
    assert.equal(({} as Record<string, unknown>).type, undefined);
  });
}

Deno.test("contents: modules that hand a name on to each other, the reading ends", () => {
  const more = {
    "models/a.ts": 'export { model } from "./b.ts";',
    "models/b.ts": 'export { model } from "./a.ts";',
  };
  assert.match(outcome('export { model } from "./a.ts";', more), /export const/);
});

Deno.test("contents: an import that leads out of the archive is not followed", () => {
  const out =
    'import { t } from "../../../etc/t.ts"; export const model = { type: t, version: "1" };';
  assert.match(outcome(out, { "etc/t.ts": 'export const t = "@acme/out";' }), /bounded|type/);
  assert.match(outcome(out), /does not write out its type/);
});

const WORKFLOWS: [rule: string, yaml: string][] = [
  [
    "aliases that unfold",
    Array.from({ length: 30 }, (_, l) => `l${l}: &l${l} [${ten(l === 0 ? "x" : `*l${l - 1}`)}]`)
      .join("\n"),
  ],
  ["lists in lists", "[".repeat(190_000)],
  ["maps in maps", Array.from({ length: 600 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
  ["a megabyte", `name: "${"x".repeat(MEGABYTE)}"`],
];

for (const [rule, yaml] of WORKFLOWS) {
  Deno.test(`contents: a workflow of ${rule} is listed as one that cannot be read`, () => {
    const manifest = parseManifest(
      `manifestVersion: 1\nname: "@acme/x"\nversion: 2026.01.02.1\nworkflows: [w.yaml]\n`,
    );
    const files = new Map([["workflows/w.yaml", { bytes: new TextEncoder().encode(yaml) }]]);
    const { workflows, unread } = contentsOf({ files, manifest, descriptor: undefined });
    assert.deepEqual([workflows, unread.map(({ file }) => file)], [[], ["workflows/w.yaml"]]);
  });
}
