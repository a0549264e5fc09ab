import assert from "node:assert/strict";
import fc from "fast-check";
import { countCodeBlocks } from "./code_blocks.ts";

const REFERENCE = /^```[\w-]*\s*\n[\s\S]*?\n```/gm;

Deno.test("code blocks: the count is that of the reference's expression", () => {
  const piece = fc.constantFrom("```", "\n", " ", "ts", "c++", "\r\n", "~~~", "`", "a", "\u2028");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 24 }).map((all) => all.join("")), (text) => {
      assert.equal(countCodeBlocks(text), [...text.matchAll(REFERENCE)].length);
    }),
    { numRuns: 5000 },
  );
});

Deno.test("code blocks: fences at line start count, indented, tilde and titled ones do not", () => {
  const block = (info: string) => `${info}\ncode\n\`\`\`\n`;
  assert.equal(countCodeBlocks(block("```")), 1);
  assert.equal(countCodeBlocks(block("```ts") + block("```sh")), 2);
  assert.equal(countCodeBlocks(block("```ts").replaceAll("\n", "\r\n")), 1);
  assert.equal(countCodeBlocks(block("  ```ts").replaceAll("\n```", "\n  ```")), 0);
  assert.equal(countCodeBlocks("~~~\ncode\n~~~\n"), 0);
  assert.equal(countCodeBlocks(block('```ts title="x"')), 0);
});

Deno.test("code blocks: a README made to stall an expression is counted all the same", () => {
  assert.equal(countCodeBlocks("```" + "\n".repeat(1_000_000)), 0);
  assert.equal(countCodeBlocks("```a\n".repeat(200_000)), 66_666);
  assert.equal(countCodeBlocks("``` ".repeat(250_000)), 0);
});
