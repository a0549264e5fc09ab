import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import fc from "fast-check";
import { parse } from "yaml";
import { refusal } from "../../testing/refusal.ts";
import { readDefinition } from "./read.ts";
import { changedText } from "./rewrite.ts";

const TEXT = `# Owned by the platform team
type: "@acme/greeter" # keep
custom: { left: alone }
id: 0b6f2a51-6a5e-4c39-9d4e-0c4f8a6f1a01
name: hello
version: 1

globalArguments:
  # who
  owner: 'acme' # the org
  limit: 5
  nested: { a: 1, b: [ 1, 2 ] } # two
methods: {}
`;

Deno.test("a rewritten file keeps comments, order, unknown keys and what has not changed", async () => {
  const changed = await changedText(TEXT, {
    typeVersion: "2026.02.01.1",
    globalArguments: { owner: "acme", nested: { a: 2, b: [1, 2] }, extra: "x" },
  }, "x");
  equal(
    changed,
    TEXT.replace("  limit: 5\n", "")
      .replace("a: 1,", "a: 2,")
      .replace("# two\n", "# two\n  extra: x\n") + "typeVersion: 2026.02.01.1\n",
  );
});

Deno.test("a file with other indentation, lists and braces keeps its own", async () => {
  const text = `type: a/b
id: x
name: y
globalArguments:
  list:
  - {a: 1}
  - [b]
  deep:
    er: 1
`;
  equal(await changedText(text, { version: 2 }, "x"), `${text}version: 2\n`);
  const wide = "type: a/b\nid: x\nname: y\ntags:\n    a: b\n    c: d\n";
  equal(await changedText(wide, { version: 2 }, "x"), `${wide}version: 2\n`);
});

Deno.test("a change that changes nothing leaves the text byte for byte", async () => {
  const odd = TEXT.replace("version: 1", "version:   1").replaceAll("\n", "\r\n");
  equal(
    await changedText(odd, { version: 1, globalArguments: parse(TEXT).globalArguments }, "x"),
    odd,
  );
});

Deno.test("a mapping that others share is replaced where it was changed only", async () => {
  const text = `type: a/b\nid: x\nname: y
base: &base { owner: acme }
globalArguments:
  one: { <<: *base, more: 1 }
  two: *base
`;
  const { globalArguments } = await readDefinition(text, "x");
  (globalArguments["two"] as Record<string, unknown>)["owner"] = "other";
  const wanted = { ...globalArguments, two: { owner: "other" } };
  const read = await readDefinition(await changedText(text, { globalArguments: wanted }, "x"), "x");
  deepEqual(read.globalArguments, { one: { owner: "acme", more: 1 }, two: { owner: "other" } });
});

Deno.test("a file that svc would not read again is not written", async () => {
  await rejects(
    changedText(TEXT, { globalArguments: { owner: "x".repeat(300_000) } }, "hello.yaml"),
    refusal("validation_failed", /hello\.yaml would be larger/),
  );
  await rejects(changedText("a: [", {}, "hello.yaml"), refusal("validation_failed"));
});

Deno.test("a key that YAML takes for a merge of another mapping is refused, at any depth", async () => {
  for (const value of [{ "<<": "x" }, { list: [{ "<<": { owner: "other" } }] }]) {
    await rejects(
      changedText(TEXT, { globalArguments: { deep: value } }, "hello.yaml"),
      refusal("validation_failed", /hello\.yaml cannot have a key named '<<'/),
    );
  }
  await changedText(TEXT, { globalArguments: { merge: "<<", list: ["<<"] } }, "hello.yaml");
});

Deno.test("after any change the file says what was wanted, and its comments are there", async () => {
  const value = fc.jsonValue({ maxDepth: 3 })
    .filter((one) => !JSON.stringify(one).includes('"<<":'));
  const map = fc.dictionary(
    fc.constantFrom("owner", "limit", "nested", "extra", "__proto__", "a.b", ""),
    fc.oneof(value, fc.constant("${{ env.X }}")),
    { noNullPrototype: true },
  );
  await fc.assert(fc.asyncProperty(map, map, async (first, second) => {
    let text = TEXT;
    for (const globalArguments of [first, second]) {
      text = await changedText(text, { globalArguments }, "x");
      const read = await readDefinition(text, "x");
      deepEqual(
        JSON.parse(JSON.stringify(read.globalArguments)),
        JSON.parse(JSON.stringify(globalArguments)),
      );
    }
    match(text, /^# Owned by the platform team\n/);
    ok(text.includes("# keep") && text.includes("custom: { left: alone }"));
  }));
});
