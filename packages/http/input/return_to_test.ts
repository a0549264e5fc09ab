import assert from "node:assert/strict";
import fc from "fast-check";
import { returnTo } from "./return_to.ts";

Deno.test("the way back stays a path of this site", () => {
  assert.equal(returnTo("/device?user_code=ABCD-EFGH"), "/device?user_code=ABCD-EFGH");
  assert.equal(returnTo("/extensions/@a/b#score"), "/extensions/@a/b#score");
});

Deno.test("every other way back leads home", () => {
  const elsewhere = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "\\\\evil.example",
    "/a\\b",
    "/.//evil.example",
    "/a/..//evil.example",
    "/\t/evil.example",
    "/\n//evil.example",
    "javascript:alert(1)",
    "evil",
    "",
    null,
    undefined,
    `/${"a".repeat(2_000)}`,
  ];
  for (const given of elsewhere) assert.equal(returnTo(given), "/");
});

Deno.test("no text at all leads a browser to another origin", () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    ":",
    "//",
    "@",
    "evil.example",
    "http",
    "\t",
    "\n",
    ".",
    "?",
  );
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.array(piece).map((all) => all.join(""))), (text) => {
      const origin = new URL(returnTo(text), "https://registry.example").origin;
      assert.equal(origin, "https://registry.example");
    }),
    { numRuns: 2_000 },
  );
});
