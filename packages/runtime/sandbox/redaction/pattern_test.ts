import { deepEqual, equal } from "node:assert/strict";
import { patternsOf } from "./pattern.ts";

Deno.test("a secret that is hidden as it is written only has no encoded forms, which innocent texts hold", () => {
  deepEqual(patternsOf("abcde").map(({ writing }) => writing), ["text"]);
  deepEqual(patternsOf("abcdef").map(({ writing }) => writing), [
    "text",
    "base64",
    "base64",
    "base64",
    "hex",
  ]);
});

Deno.test("a long secret is looked for in parts, so that none is compared from end to end", () => {
  const patterns = patternsOf("x".repeat(64_000));
  equal(Math.max(...patterns.map(({ codes }) => codes.length)) <= 128, true);
  equal(patterns.length, 5 * 1000);
});

Deno.test("lines of a secret count when they are long enough to mean something", () => {
  const texts = patternsOf("short\n  a-longer-line  \n").filter(({ writing }) => writing === "text")
    .map(({ codes }) => String.fromCodePoint(...codes));
  deepEqual(texts, ["short\n  a-longer-line  \n", "a-longer-line"]);
});
