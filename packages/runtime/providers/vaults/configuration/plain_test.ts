import { deepEqual, equal, match } from "node:assert/strict";
import fc from "fast-check";
import { parse, stringify } from "yaml";
import { schemaLine } from "@svc/core/file_schema";
import { plainMapping } from "./plain.ts";

const CREATED = {
  id: "4b0a3f6e-6c1d-4e8a-9c53-0d4c5e6f7a81",
  name: "main",
  type: "local_encryption",
  config: {},
  createdAt: "2026-11-22T05:40:00.123Z",
};

Deno.test("a file as svc writes it is read without the YAML library", () => {
  deepEqual(plainMapping(stringify(CREATED, { lineWidth: 0 })), CREATED);
  const quoted = stringify(CREATED, { lineWidth: 0, schema: "yaml-1.1" });
  match(quoted, /^createdAt: "2026-11-22T05:40:00\.123Z"$/m);
  deepEqual(plainMapping(quoted), CREATED);
  const other = { ...CREATED, type: "@acme/keeper", name: "a-1" };
  deepEqual(plainMapping(stringify(other, { lineWidth: 0 })), other);
  const line = schemaLine("https://registry.example/schemas/vault.json");
  deepEqual(plainMapping(line + quoted), CREATED);
});

Deno.test("what is read this way is what the YAML library reads", () => {
  const part = fc.constantFrom(
    ...[
      "a",
      "1",
      "e5",
      "0x1F",
      "true",
      "no",
      "~",
      "-",
      ".",
      ":",
      "#",
      " ",
      "'",
      '"',
      "{}",
      "[]",
      "/",
    ],
    ...[
      "@",
      "&x",
      "*x",
      "!t",
      "|",
      ">",
      "%",
      "é",
      "2026-01-02",
      "T10:00:00Z",
      "null",
      "\\",
      ",",
      "_",
    ],
  );
  const value = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(""));
  const line = fc.tuple(
    fc.constantFrom("a", "b", "id", "__proto__", "1", "on", "a b", "<<"),
    fc.constantFrom(": ", ": ", ": ", ":", ":  ", ":\n  "),
    fc.oneof(value, value.map((text) => `"${text}"`)),
    fc.constantFrom("", "", "", " ", " # x", "\r"),
  ).map((parts) => parts.join(""));
  let read = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
      const text = lines.join("\n");
      const plain = plainMapping(text);
      if (plain === undefined) return;
      read++;
      deepEqual(JSON.stringify(plain), JSON.stringify(parse(text, { merge: true })));
    }),
    { numRuns: 5000 },
  );
  equal(read > 20, true, `${read} texts were read`);
});
