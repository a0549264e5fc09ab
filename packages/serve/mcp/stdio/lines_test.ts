import { deepEqual, equal } from "node:assert/strict";
import { linesOf } from "./lines.ts";

async function* chunks(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield typeof part === "string" ? new TextEncoder().encode(part) : part;
}

const read = async (...parts: (string | Uint8Array)[]) =>
  (await Array.fromAsync(linesOf(chunks(...parts), 10)))
    .map((line) => "text" in line ? line.text : "TOO LONG");

Deno.test("lines are found wherever their bytes are cut", async () => {
  const bytes = new TextEncoder().encode("é😀\nab\n\nend");
  for (let at = 0; at <= bytes.length; at++) {
    deepEqual(await read(bytes.slice(0, at), bytes.slice(at)), ["é😀", "ab", "", "end"]);
  }
  deepEqual(await read(), []);
  deepEqual(await read("\n"), [""]);
});

Deno.test("a line that is one byte too long is said to be, and the next one is whole", async () => {
  deepEqual(await read("0123456789\n0123456789a\nok\n"), ["0123456789", "TOO LONG", "ok"]);
  deepEqual(await read("01234", "56789", "0", "1\nok"), ["TOO LONG", "ok"]);
});

Deno.test("a line without an end is not kept", async () => {
  const part = new Uint8Array(1_000_000).fill(120);
  const lines = await Array.fromAsync(linesOf(chunks(...Array(50).fill(part)), 10));
  equal(lines.length, 1);
  equal("tooLong" in lines[0]!, true);
});
