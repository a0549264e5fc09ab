import assert from "node:assert/strict";
import fc from "fast-check";
import { generateKey } from "@svc/core/key";
import { keysInStream } from "./scan.ts";

const encoder = new TextEncoder();

Deno.test("keys are found with their lines, however a stream is cut", async () => {
  const keys = [generateKey("personal"), generateKey("collective"), generateKey("personal")];
  const filler = fc.string({
    unit: fc.constantFrom("a", " ", "\n", "ü", "_", "0"),
    maxLength: 300,
  });
  const cuts = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(filler, filler, filler, cuts, async (first, second, third, sizes) => {
      const text = `${first}\n${keys[0]}\n${second} ${keys[1]}.${third}\n${keys[2]}`;
      const bytes = encoder.encode(text);
      const chunks: Uint8Array[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const size = sizes[turn % sizes.length]!;
        chunks.push(bytes.subarray(at, at += size));
      }
      const lineOf = (key: string) => text.slice(0, text.indexOf(key)).split("\n").length;
      const found = await keysInStream(streamOf(chunks));
      assert.deepEqual(found, keys.map((key) => ({ key, line: lineOf(key) })));
    }),
  );
});

Deno.test("what continues a word is not a key, also over a cut", async () => {
  const key = generateKey("personal");
  for (const text of [`${"x".repeat(500)}a${key}`, `${key}0${" ".repeat(500)}`]) {
    for (let cut = 1; cut < text.length; cut++) {
      const chunks = [text.slice(0, cut), text.slice(cut)].map((part) => encoder.encode(part));
      assert.deepEqual(await keysInStream(streamOf(chunks)), [], `cut at ${cut}`);
    }
  }
});

async function* streamOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}
