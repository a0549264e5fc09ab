import { deepEqual, equal, rejects } from "node:assert/strict";
import fc from "fast-check";
import { refusal } from "../../testing/refusal.ts";
import { parseInputs, parseStdinInputs } from "./parse.ts";

const files: Record<string, string> = { "note.txt": "from a file", "/home/ada/x": "at home" };
const readText = (path: string) =>
  path in files ? Promise.resolve(files[path]!) : Promise.reject(new Error("absent"));
const options = { readText, home: "/home/ada" };

const CASES: [pairs: string[], inputs: unknown][] = [
  [[], {}],
  [["a=b"], { a: "b" }],
  [["a=b=c"], { a: "b=c" }],
  [["a="], { a: "" }],
  [["a.b.c=1", "a.b.d=2", "a.e=3"], { a: { b: { c: "1", d: "2" }, e: "3" } }],
  [["n:json=[1,2]"], { n: [1, 2] }],
  [["a.n:json=null"], { a: { n: null } }],
  [['a:json="@x"'], { a: "@x" }],
  [["text=@note.txt"], { text: "from a file" }],
  [["text=@~/x"], { text: "at home" }],
  [["name=@acme/thing"], { name: "@acme/thing" }],
  [["name=@acme/thing/deep"], { name: "@acme/thing/deep" }],
  [["at=\\@note.txt"], { at: "@note.txt" }],
  [['{"a": {"b": 1}}'], { a: { b: 1 } }],
  [["a=1", "a=2"], { a: "2" }],
];
for (const [pairs, inputs] of CASES) {
  Deno.test(`inputs ${JSON.stringify(pairs)} are ${JSON.stringify(inputs)}`, async () => {
    deepEqual(await parseInputs(pairs, options), inputs);
  });
}

const REFUSED: [pairs: string[], message: RegExp][] = [
  [["novalue"], /--input "novalue" has no '='[\s\S]*--input key=value/],
  [["=x"], /empty key/],
  [["a..b=x"], /empty key/],
  [["a:json={"], /a:json is not valid JSON/],
  [["{bad"], /--input is not valid JSON/],
  [["f=@absent.txt"], /the file absent\.txt cannot be read[\s\S]*\\@absent\.txt[\s\S]*:json/],
];
for (const [pairs, message] of REFUSED) {
  Deno.test(`inputs ${JSON.stringify(pairs)} are refused`, async () => {
    await rejects(parseInputs(pairs, options), refusal("invalid_argument", message));
  });
}

Deno.test("an input file is a mapping that pairs are merged over", async () => {
  const readText = () => Promise.resolve("a:\n  b: 1\n  c: 2\nd: text\n");
  deepEqual(await parseInputs(["a.c=3"], { inputFile: "in.yaml", readText }), {
    a: { b: 1, c: "3" },
    d: "text",
  });
  await rejects(
    parseInputs([], { inputFile: "in.yaml", readText: () => Promise.resolve("- 1\n") }),
    refusal("invalid_argument", /not a YAML mapping/),
  );
});

Deno.test("any key without a dot or suffix and any plain text come back as given", async () => {
  await fc.assert(fc.asyncProperty(
    fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_-]*$/),
    fc.string().filter((text) => !/^(@|\\@)/.test(text)),
    async (key, text) => {
      deepEqual(await parseInputs([`${key}=${text}`]), { [key]: text });
    },
  ));
});

Deno.test("a key cannot reach an object's prototype", async () => {
  const inputs = await parseInputs([
    "__proto__.polluted=yes",
    "constructor.prototype.polluted=yes",
  ]);
  equal(({} as Record<string, unknown>)["polluted"], undefined);
  deepEqual(Object.keys(inputs), ["__proto__", "constructor"]);
});

Deno.test("stdin is an object, an array, one object a line, or YAML; a list of one stays a list", async () => {
  const one = { inputs: [{ a: 1 }], isList: false };
  const two = { inputs: [{ a: 1 }, { a: 2 }], isList: true };
  deepEqual(await parseStdinInputs('{"a":1}'), one);
  deepEqual(await parseStdinInputs('{"a":1}\n'), one);
  deepEqual(await parseStdinInputs('[{"a":1},{"a":2}]'), two);
  deepEqual(await parseStdinInputs('{"a":1}\n{"a":2}\n'), two);
  for (const list of ['[{"a":1}]', "- a: 1\n"]) {
    deepEqual(await parseStdinInputs(list), { ...one, isList: true }, list);
  }
  deepEqual(await parseStdinInputs("[]"), { inputs: [], isList: true });
  deepEqual(await parseStdinInputs("a: 1\nb: x\n"), { inputs: [{ a: 1, b: "x" }], isList: false });
  await rejects(parseStdinInputs("  \n"), refusal("invalid_argument", /stdin is empty/));
  await rejects(
    parseStdinInputs("{bad"),
    refusal("invalid_argument", /neither valid JSON nor YAML/),
  );
  await rejects(parseStdinInputs("[1]"), refusal("invalid_argument", /Element 1 .* not an object/));
});

Deno.test("inputs that are nested too deeply are refused, however they are given", async () => {
  const json = '{"a":'.repeat(3_000) + "1" + "}".repeat(3_000);
  const flow = "a: " + "[".repeat(3_000) + "]".repeat(3_000);
  const block = Array.from({ length: 200 }, (_, level) => `${" ".repeat(level)}a:`).join("\n");
  const dashes = `${"- ".repeat(3_000)}a`;
  const given: Record<string, () => Promise<unknown>> = {
    "an object": () => parseInputs([json]),
    "a value": () => parseInputs([`a:json=${json}`]),
    "a path of keys": () => parseInputs([`${"a.".repeat(3_000)}b=1`]),
    "lines of JSON": () => parseStdinInputs(`${json}\n${json}`),
    "a JSON document": () => parseStdinInputs(json),
    ...Object.fromEntries([flow, block, dashes].flatMap((text, at) => [
      [
        `a file, ${at}`,
        () => parseInputs([], { inputFile: "f", readText: async () => await text }),
      ],
      [`stdin, ${at}`, () => parseStdinInputs(text)],
    ])),
  };
  for (const [what, parse] of Object.entries(given)) {
    await rejects(parse, { code: "nested_too_deeply" }, what);
  }
});
