import assert from "node:assert/strict";
import { secretProperties } from "./properties.ts";

const names = (schema: unknown) => [...secretProperties(schema)];

Deno.test("a property is a secret by its own mark, by one inside it, or by one that it refers to", () => {
  assert.deepEqual(
    names({
      properties: {
        plain: { type: "string" },
        unmarked: { type: "string", sensitive: false },
        token: { type: "string", sensitive: true },
        account: { type: "object", properties: { key: { sensitive: true } } },
        keys: { type: "array", items: { $ref: "#/$defs/key" } },
        named: { $ref: "#/$defs/name" },
        unclear: { $ref: "https://example.com/schema" },
      },
      $defs: { key: { type: "string", sensitive: true }, name: { type: "string" } },
    }),
    ["token", "account", "keys", "unclear"],
  );
  for (const schema of [undefined, true, [], {}, { properties: 1 }]) {
    assert.deepEqual(names(schema), []);
  }
});

Deno.test("a schema that would take too long to look at counts as full of secrets", () => {
  const items = Array.from({ length: 5_000 }, () => ({ type: "string" }));
  const properties = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, n) => [`p${n}`, { $ref: "#/$defs/big" }]),
  );
  const secrets = names({ properties, $defs: { big: { prefixItems: items } } });
  assert.ok(secrets.length > 4_900 && !secrets.includes("p0"));
});
