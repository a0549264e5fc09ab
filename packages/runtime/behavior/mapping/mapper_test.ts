import assert from "node:assert/strict";
import { refusal } from "../../testing/refusal.ts";
import { assertMapping, type Mapping, type MappingTask, openMapper } from "./mod.ts";

const task = (body: string, mapping: Partial<Mapping> = {}): MappingTask => ({
  body,
  headers: { "x-event": "push" },
  values: {},
  ...mapping,
});

/** Longer than any busy machine takes. */
const LONG = { timeLimitMs: 3_600_000 };

/** What one message gives. */
async function mapped(body: string, mapping: Partial<Mapping> = {}) {
  await using mapper = openMapper(LONG);
  return await mapper.map(task(body, mapping));
}

Deno.test("inputs are what their expressions give over body and headers, of any kind", async () => {
  const values = {
    ref: "body.ref",
    event: "headers['x-event']",
    ids: "body.commits.map(c, c.id)",
    count: "size(body.commits)",
    first: "body.commits[0]",
    absent: "body.?nope",
    fallback: "body.?nope.orValue('main')",
    more: "body.n + 1",
  };
  const body = JSON.stringify({ ref: "main", commits: [{ id: "a" }, { id: "b" }], n: 1.5 });
  assert.deepEqual(await mapped(body, { values }), {
    values: {
      ref: "main",
      event: "push",
      ids: ["a", "b"],
      count: 2,
      first: { id: "a" },
      fallback: "main",
      more: 2.5,
    },
  });
});

Deno.test("a filter decides, and has to give true or false", async () => {
  const of = (filter: string) => mapped('{"ref": "main"}', { filter });
  assert.deepEqual(await of("body.ref == 'main'"), { values: {} });
  assert.deepEqual(await of("body.ref == 'other'"), { filtered: true });
  assert.deepEqual(await of("body.ref"), { refused: "the filter must give true or false" });
  assert.match(JSON.stringify(await of("body.nope")), /the filter: No such key: nope/);
});

Deno.test("what looks like an expression, a vault or a program stays the text that it is", async () => {
  const texts = [
    "${{ env.HOME }}",
    "${{ vault.get('prod', 'KEY') }}",
    "vault://prod/KEY",
    "$(id)",
    "body.ref",
    "\u202e\u0000\u001b[2J",
  ];
  const body = JSON.stringify({ texts });
  assert.deepEqual(await mapped(body, { values: { texts: "body.texts" } }), { values: { texts } });
});

Deno.test("keys of the language are keys of the message and nothing else", async () => {
  const body = '{"__proto__": {"admin": true}, "constructor": {"name": "Optional"}, "a": {}}';
  const found = await mapped(body, {
    values: {
      whole: "body",
      kind: "body.constructor.name",
      inherited: "has(body.a.admin)",
      method: "has(body.a.toString)",
    },
  }) as { values: Record<string, unknown> };
  assert.equal(JSON.stringify(found.values["whole"]), body.replaceAll(/(?<=[:,]) /g, ""));
  assert.deepEqual(
    [found.values["kind"], found.values["inherited"], found.values["method"]],
    ["Optional", false, false],
  );
  assert.equal(({} as { admin?: unknown }).admin, undefined);
});

Deno.test("of a key that comes twice the last one counts, for filter and inputs alike", async () => {
  const body = '{"ref": "main", "ref": "evil"}';
  assert.deepEqual(await mapped(body, { filter: "body.ref == 'main'" }), { filtered: true });
  assert.deepEqual(await mapped(body, { values: { ref: "body.ref" } }), {
    values: { ref: "evil" },
  });
});

Deno.test("whole numbers stay exact: as texts where a number could not hold them", async () => {
  const body =
    '{"id": 9007199254740993, "small": 9007199254740991, "text": "12345678901234567890"}';
  const values = { id: "body.id", small: "body.small", text: "body.text" };
  assert.deepEqual(await mapped(body, { values }), {
    values: { id: "9007199254740993", small: 9007199254740991, text: "12345678901234567890" },
  });
});

Deno.test("what cannot be taken is told without a word of it", async () => {
  const deep = `${"[".repeat(101)}1${"]".repeat(101)}`;
  const cases: [string, RegExp][] = [
    ["", /not valid JSON/],
    ["{secret", /not valid JSON/],
    ["[1e999]", /number that is too large/],
    [`[${"9".repeat(2000)}]`, /too many digits/],
    [deep, /nested more than 100 levels/],
    [`"${"[".repeat(200_000)}`, /not valid JSON|nested/],
    ["[".repeat(900_000), /nested more than 100 levels/],
    ["payload=%7B%7D", /not valid JSON/],
    [`"${'\\\\"'.repeat(400_000)}`, /not valid JSON/],
  ];
  await using mapper = openMapper(LONG);
  for (const [body, why] of cases) {
    const answer = await mapper.map(task(body));
    assert.ok("malformed" in answer, body.slice(0, 20));
    assert.match(answer.malformed, why);
    assert.doesNotMatch(answer.malformed, /secret/);
  }
  const flat = `${"[".repeat(100)}1${"]".repeat(100)}`;
  assert.deepEqual(await mapper.map(task(flat)), { values: {} });
  const quoted = JSON.stringify({ text: `\\"${"[".repeat(500)}` });
  assert.deepEqual(await mapper.map(task(quoted)), { values: {} });
});

Deno.test("an expression that a message makes slow is ended, and the next one is answered", async () => {
  // The one after it has as long, which a busy machine may need.
  await using mapper = openMapper({ timeLimitMs: 6000 });
  const body = JSON.stringify({ list: Array.from({ length: 3000 }, (_, at) => at) });
  const filter = "body.list.all(a, body.list.all(b, body.list.all(c, c >= 0)))";
  await assert.rejects(mapper.map(task(body, { filter })), refusal("timeout", /mapping/));
  assert.deepEqual(await mapper.map(task("{}")), { values: {} });
});

Deno.test("inputs that are too large are refused", async () => {
  const body = JSON.stringify({ text: "x".repeat(600_000) });
  const answer = await mapped(body, { values: { a: "body.text", b: "body.text" } });
  assert.match(JSON.stringify(answer), /more than 1000000 characters/);
});

Deno.test("a mapping may name body and headers, and nothing of the machine", () => {
  assertMapping({ filter: "body.a == 1", values: { a: "headers['x']" } });
  for (const name of ["env.HOME", "vault.get('a', 'b')", "file.contents('a', 'b')", "inputs.a"]) {
    assert.throws(
      () => assertMapping({ values: { a: name } }),
      refusal("invalid_argument", /for the input 'a'/),
    );
  }
  assert.throws(
    () => assertMapping({ filter: "body.ref ==", values: {} }),
    refusal("invalid_argument", /for the filter is not valid/),
  );
  assert.throws(
    () => assertMapping({ values: { a: "x".repeat(20_000) } }),
    refusal("invalid_argument", /longer than/),
  );
});
