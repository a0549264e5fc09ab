import assert from "node:assert/strict";
import { schemaViewer } from "./shown_schema.ts";

const fields = (count: number) => ({
  properties: Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, {}])),
});

Deno.test("a schema is shown as its fields and as JSON", () => {
  const { fields: [first], hidden, text } = schemaViewer()(fields(1));
  assert.deepEqual([first!.name, hidden], ["field0", 0]);
  assert.equal(text, JSON.stringify(fields(1), null, 2));
});

Deno.test("what is shown of schemas is bounded: of one, of all on a page, and however deep", () => {
  const view = schemaViewer();
  const wide = view(fields(30_000));
  assert.deepEqual([wide.fields.length, wide.hidden, wide.text], [500, 29_500, undefined]);
  assert.deepEqual(view(fields(1)).fields, []);
  let deep: Record<string, unknown> = {};
  for (let depth = 0; depth < 99; depth++) deep = { not: deep };
  assert.equal(view(deep).text, undefined, "its indentation alone is longer");
  const shown = Array.from({ length: 1_000 }, () => schemaViewer()(fields(3)).text!.length);
  assert.ok(shown.every((length) => length > 0));
  const one = schemaViewer();
  const lengths = Array.from({ length: 2_000 }, () => one(fields(3)).text?.length ?? 0);
  assert.ok(lengths.reduce((sum, length) => sum + length) <= 60_000);
});
