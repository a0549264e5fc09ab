import { deepEqual, throws } from "node:assert/strict";
import { refusal } from "../testing/refusal.ts";
import type { DataRecord } from "./record.ts";
import { matches } from "./selection.ts";

function record(name: string, modelName: string, content: unknown, size: number): DataRecord {
  return {
    id: crypto.randomUUID(),
    name,
    version: 3,
    isLatest: true,
    createdAt: "2026-11-21T10:00:00.000Z",
    namespace: "",
    attributes: typeof content === "object" ? content as Record<string, unknown> : {},
    tags: { specName: "greeting" },
    modelName,
    modelId: "id",
    modelType: "@acme/greeter",
    specName: "greeting",
    dataType: typeof content === "object" ? "resource" : "file",
    contentType: "application/json",
    lifetime: "infinite",
    ownerType: "model-method",
    streaming: false,
    size,
    content,
    ownerRef: "id",
    workflowRunId: "",
    workflowName: "",
    jobName: "",
    stepName: "",
    source: "",
  };
}

const RECORDS = [
  record("log", "hello", "a line\n", 7),
  record("main", "hello", { text: "hi", count: 3, share: 1.5 }, 34),
  record("main", "other", { text: "bye", list: [1, 2] }, 28),
];

const FOUND: Record<string, number[]> = {
  "true": [0, 1, 2],
  'modelName == "hello"': [0, 1],
  'modelType == "@acme/greeter" && dataType == "file"': [0],
  "attributes.count == 3": [1],
  "attributes.count > 2 && isLatest": [1],
  "attributes.share * 2 == 3.0": [1],
  "attributes.list.exists(item, item == 2)": [2],
  'has(attributes.text) && attributes.text.startsWith("b")': [2],
  'content == "a line\\n"': [0],
  'tags.specName == "greeting" && size > 20 + 5': [1, 2],
  "attributes.?count.orValue(0) == 0": [0, 2],
  'createdAt >= "2026-11-21" && ns == ""': [0, 1, 2],
  'name in ["log", "other"]': [0],
};
for (const [predicate, places] of Object.entries(FOUND)) {
  Deno.test(`the predicate ${predicate} finds ${places.length} of three records`, () => {
    deepEqual(matches(RECORDS, { predicate }), places.map((index) => ({ index })));
  });
}

Deno.test("a selection makes scalars, lists and maps, and null where a key is missing", () => {
  const select = (text: string) =>
    matches(RECORDS, { predicate: 'name == "main"', select: text }).map(({ value }) => value);
  deepEqual(select("size"), [34, 28]);
  deepEqual(select("[1 + 1, attributes.text]"), [[2, "hi"], [2, "bye"]]);
  deepEqual(select('{"of": modelName, "half": attributes.count / 2}'), [
    { of: "hello", half: 1.5 },
    null,
  ]);
  deepEqual(select("9223372036854775807"), ["9223372036854775807", "9223372036854775807"]);
});

const REFUSED: Record<string, RegExp[]> = {
  'nme == "x"': [/names an unknown field: nme/, /The fields are: .*name/],
  "namespace == ''": [/Reserved identifier/],
  "name ==": [/not a valid expression: Unexpected token/],
  "": [/not a valid expression/],
  "size": [/gives number, not true or false/],
  "name > 3": [/not a valid expression: no such overload/],
  "attributes.text > 3": [/cannot be evaluated for 'main' of 'hello'/],
  [`name == "${"x".repeat(10_000)}"`]: [/longer than 10000 characters/],
  [`${"(".repeat(500)}true${")".repeat(500)}`]: [/not a valid expression/],
};
for (const [predicate, texts] of Object.entries(REFUSED)) {
  Deno.test(`the predicate ${predicate.slice(0, 30)} is refused`, () => {
    throws(() => matches(RECORDS, { predicate }), refusal("invalid_argument", ...texts));
  });
}
