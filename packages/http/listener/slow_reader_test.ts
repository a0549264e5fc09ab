import assert from "node:assert/strict";
import { listen } from "./listener.ts";
import { readerWatch } from "./slow_reader.ts";

const PATIENCE = { answer: 1_000, rate: 100 };

Deno.test("an answer may wait for a while, and longer the more of it is given", () => {
  const isTooSlow = readerWatch(PATIENCE);
  assert.equal(isTooSlow(5_000, { given: 100, waiting: 100 }), false);
  assert.equal(
    isTooSlow(7_000, { given: 100, waiting: 100 }),
    false,
    "a second, and one for 100 B",
  );
  assert.equal(isTooSlow(7_001, { given: 100, waiting: 100 }), true);
  assert.equal(isTooSlow(7_001, { given: 300, waiting: 100 }), false, "200 B were read");
  assert.equal(isTooSlow(9_001, { given: 300, waiting: 1 }), true);
});

Deno.test("what nobody has to read yet costs a connection nothing, nor what it read before", () => {
  const isTooSlow = readerWatch(PATIENCE);
  assert.equal(isTooSlow(0, { given: 1_000, waiting: 100 }), false);
  assert.equal(isTooSlow(1_000_000, { given: 1_000, waiting: 0 }), false);
  assert.equal(isTooSlow(2_000_000, { given: 1_100, waiting: 100 }), false);
  assert.equal(isTooSlow(2_002_001, { given: 1_100, waiting: 100 }), true);
});

/** An answer without an end, on a server that asks for `rate`; `left` settles when it is given up. */
function endless(rate: number) {
  const left = Promise.withResolvers<void>();
  const piece = new Uint8Array(64 * 1024);
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(piece),
    cancel: () => left.resolve(),
  });
  const patience = { answer: 0, rate, check: 10, silence: 3_600_000, request: 3_600_000 };
  const listening = listen(() => new Response(body), { host: "127.0.0.1", port: 0, patience });
  return { listening, left: left.promise };
}

Deno.test("who takes a byte of an answer now and then is left", async () => {
  const { listening, left } = endless(1e9);
  const listener = await listening;
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: listener.port });
  await connection.write(new TextEncoder().encode("GET / HTTP/1.1\r\nhost: a\r\n\r\n"));
  let over = false;
  void left.then(() => over = true);
  while (!over) {
    await connection.read(new Uint8Array(1)).catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  listener.abort();
  await listener.close();
});

Deno.test("who reads as fast as is asked for gets an answer for as long as it goes on", async () => {
  const { listening, left } = endless(1);
  const listener = await listening;
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: listener.port });
  await connection.write(new TextEncoder().encode("GET / HTTP/1.1\r\nhost: a\r\n\r\n"));
  const buffer = new Uint8Array(64 * 1024);
  for (let read = 0; read < 50_000_000;) {
    const count = await connection.read(buffer);
    assert.notEqual(count, null, `closed after ${read} bytes`);
    read += count!;
  }
  listener.abort();
  await listener.close();
  await left;
});
