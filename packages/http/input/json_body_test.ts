import assert from "node:assert/strict";
import { LIMITS } from "@svc/core/limit";
import { readJsonBody } from "./json_body.ts";

const { levels, values } = LIMITS.json;

const posted = (body: string, headers: Record<string, string> = {}) =>
  readJsonBody(
    new Request("http://svc.test/", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    }),
  ).then(() => "read", (error) => error.code);

Deno.test("a body is refused by depth, number of values and form before anything walks through it", async () => {
  const table: [what: string, body: string, code: string][] = [
    ["as deep as may be", "[".repeat(levels) + "]".repeat(levels), "read"],
    ["one level more", "[".repeat(levels + 1) + "]".repeat(levels + 1), "nested_too_deeply"],
    [
      "3,000 levels of objects",
      '{"a":'.repeat(3_000) + "1" + "}".repeat(3_000),
      "nested_too_deeply",
    ],
    ["deep and never closed", "[".repeat(500_000), "nested_too_deeply"],
    ["as many values as may be", `[${Array(values - 1).fill("1")}]`, "read"],
    ["one value more", `[${Array(values).fill("1")}]`, "body_too_large"],
    ["too many bytes", `"${"a".repeat(LIMITS.requestBodyBytes)}"`, "body_too_large"],
    ["no JSON", "[1,", "malformed_body"],
    ["half a character", String.raw`["\ud83d"]`, "malformed_body"],
    ["the other half, as a key", String.raw`{"\\\uDE00":1}`, "malformed_body"],
    ["both halves", String.raw`["\ud83d\ude00"]`, "read"],
    ["a backslash and its name", String.raw`["\\ud83d"]`, "read"],
  ];
  for (const [what, body, code] of table) assert.equal(await posted(body), code, what);
});

Deno.test("a compressed body is refused as that, not as bad JSON", async () => {
  for (const coding of ["gzip", "br", "gzip, identity"]) {
    assert.equal(await posted("[]", { "content-encoding": coding }), "unsupported_media_type");
  }
  assert.equal(await posted("[]", { "content-encoding": "identity" }), "read");
});
