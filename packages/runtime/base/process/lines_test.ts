import { deepEqual, equal, rejects } from "node:assert/strict";
import fc from "fast-check";
import { linesOf } from "./lines.ts";

/** A stream that gives `bytes` in pieces that end at `cuts`. */
function inPieces(bytes: Uint8Array, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const ends = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])]
    .sort((a, b) => a - b);
  let from = 0;
  return ReadableStream.from(ends.map((end) => bytes.subarray(from, from = end)));
}

Deno.test("lines come out whole however the stream is cut, also inside of a character", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\n"))),
      fc.array(fc.nat()),
      async (lines, cuts) => {
        const text = lines.map((line) => `${line}\n`).join("");
        const bytes = new TextEncoder().encode(text);
        // A byte order mark at the exact start belongs to the encoding, not to the text.
        const wanted = new TextDecoder().decode(bytes).split("\n").slice(0, -1);
        deepEqual(await Array.fromAsync(linesOf(inPieces(bytes, cuts))), wanted);
      },
    ),
  );
});

Deno.test("bytes that are no text make lines all the same, as many as they have breaks", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.array(fc.nat()), async (bytes, cuts) => {
      const breaks = bytes.filter((byte) => byte === 10).length;
      const rest = bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0;
      const lines = await Array.fromAsync(linesOf(inPieces(bytes, cuts)));
      equal(lines.length >= breaks && lines.length <= breaks + rest, true);
    }),
  );
});

Deno.test("the last line needs no break", async () => {
  const bytes = new TextEncoder().encode("one\ntwo");
  deepEqual(await Array.fromAsync(linesOf(inPieces(bytes, []))), ["one", "two"]);
});

Deno.test("a stream that stays open after its writer has ended is left when it is silent", async () => {
  const endless = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("one\npart")),
  });
  const seen = await Array.fromAsync(
    linesOf(endless, { writerEnded: Promise.resolve(), quietMs: 0 }),
  );
  deepEqual(seen, ["one", "part"]);
});

Deno.test("what a writer wrote before it ended is read however slowly it is taken", async () => {
  const lines = ["one", "two", "three"];
  const bytes = lines.map((line) => new TextEncoder().encode(`${line}\n`));
  const seen: string[] = [];
  const ended = { writerEnded: Promise.resolve(), quietMs: 0 };
  for await (const line of linesOf(ReadableStream.from(bytes), ended)) {
    seen.push(line);
    // A timer of the reader's own would come first.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  deepEqual(seen, lines);
});

Deno.test("a line without an end is refused before it fills the memory", async () => {
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1000).fill(97)),
  });
  await rejects(Array.fromAsync(linesOf(endless, { longest: 10_000 })), RangeError);
});
