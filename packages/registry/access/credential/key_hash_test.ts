import assert from "node:assert/strict";
import { hashKey } from "@svc/core/key";
import fc from "fast-check";
import { keyHash } from "./key_hash.ts";

Deno.test("the registry's hash of a key is the one core defines (spec 5.5)", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme" }), async (key) => {
      assert.equal(keyHash(key), await hashKey(key));
    }),
  );
});
