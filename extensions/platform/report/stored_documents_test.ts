import assert from "node:assert/strict";
import * as z from "npm:zod@4.6.7";
import { dataReader } from "../../testing/data_reader.ts";
import {
  type BrokenDocument,
  brokenSection,
  readDocuments,
  storedDocuments,
} from "./stored_documents.ts";

const schema = z.strictObject({ n: z.number() });

function readerOf(documents: Record<string, Record<string, unknown>>) {
  const names = Object.keys(documents);
  return dataReader(new Map(Object.entries(documents)), new Map(names.map((name) => [name, "x"])));
}

async function all(documents: Record<string, Record<string, unknown>>, prefix = "x.") {
  const broken: BrokenDocument[] = [];
  const read = [];
  const stored = storedDocuments(readerOf(documents), { spec: "x", prefix }, { schema, broken });
  for await (const one of stored) read.push(one);
  return { read, broken };
}

Deno.test("documents come page by page, by name, each once", async () => {
  const names = Array.from({ length: 1_001 }, (_, n) => `x.${String(n).padStart(4, "0")}`);
  const { read } = await all(Object.fromEntries(names.map((name, n) => [name, { n }])));
  assert.deepEqual(read.map(({ name }) => name), names);
});

Deno.test("only what begins with the prefix is read", async () => {
  const { read } = await all({ "x.a~1": { n: 1 }, "x.ab~1": { n: 2 } }, "x.a~");
  assert.deepEqual(read, [{ name: "x.a~1", document: { n: 1 } }]);
});

Deno.test("a broken document is listed with what is wrong, and the others are read", async () => {
  const { read, broken } = await all({ "x.1": { n: "one" }, "x.2": { n: 2 }, "x.3": {} });
  assert.deepEqual(read.map(({ name }) => name), ["x.2"]);
  assert.deepEqual(broken.map(({ name }) => name), ["x.1", "x.3"]);
  assert.match(broken[0]!.problem, / at n$/);
});

Deno.test("documents are read by name in the order asked for; absent and broken ones are null", async () => {
  const broken: BrokenDocument[] = [];
  const reader = readerOf({ "x.1": { n: 1 }, "x.2": { n: "two" } });
  const read = await readDocuments(reader, ["x.2", "x.9", "x.1"], { schema, broken });
  assert.deepEqual(read, [null, null, { n: 1 }]);
  assert.deepEqual(broken.map(({ name }) => name), ["x.2"]);
});

Deno.test("one document that cannot be read does not take the others with it", async () => {
  const broken: BrokenDocument[] = [];
  const whole = readerOf({ "x.1": { n: 1 }, "x.2": {}, "x.3": { n: 3 } });
  const reader = {
    ...whole,
    readResources: (names: readonly string[]) =>
      names.includes("x.2")
        ? Promise.reject(new Error("x.2 is not JSON"))
        : whole.readResources(names),
  };
  const read = await readDocuments(reader, ["x.1", "x.2", "x.3"], { schema, broken });
  assert.deepEqual(read, [{ n: 1 }, null, { n: 3 }]);
  assert.deepEqual(broken, [{ name: "x.2", problem: "x.2 is not JSON" }]);
});

Deno.test("names and problems are shown as text", () => {
  const [, table] = brokenSection([{ name: "x|y", problem: "<b>@team" }]);
  assert.match(table!, /\| x\\\|y \| \\<b\\>\u200b?@\u200bteam \|$/);
});
