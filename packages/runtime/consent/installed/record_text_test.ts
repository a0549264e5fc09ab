import { deepEqual, equal } from "node:assert/strict";
import type { TypeRecord } from "../../extension/describe/record.ts";
import { parseRecord, recordText } from "./record_text.ts";

const RECORD: TypeRecord = {
  model: {
    file: "a.ts",
    type: "@acme/a",
    version: "2026.01.02.3",
    dataOutputSpecs: [],
    methods: [],
  },
  permissions: { net: ["example.com"] },
  origin: "pulled",
  extension: "@acme/a",
  extensionVersion: "2026.01.02.3",
  dependencies: ["@other/b", "@third/c"],
  folder: `bundles/pulled-${"a".repeat(16)}`,
  bundle: "models-a.js",
  bundleDigest: "b".repeat(64),
};

Deno.test("a stored record keeps the dependencies, which decide what its methods may run", () => {
  const { origin: _, ...stored } = RECORD;
  deepEqual(parseRecord(recordText(RECORD)), stored);
});

Deno.test("a record keeps permissions of a kind that this release does not know, so that they are refused", () => {
  const stored = (permissions: unknown) =>
    parseRecord(JSON.stringify({ ...JSON.parse(recordText(RECORD)), permissions }));
  deepEqual(stored({ gpu: ["all"] })?.permissions, { gpu: ["all"] });
  for (const permissions of [undefined, null, [], { net: "x" }, { net: [1] }]) {
    equal(stored(permissions), undefined);
  }
});

Deno.test("a record whose dependencies are no names of extensions is none", () => {
  for (const dependencies of [["b"], [1], "@other/b", [""]]) {
    const text = JSON.stringify({ ...JSON.parse(recordText(RECORD)), dependencies });
    equal(parseRecord(text), undefined, text);
  }
});
