import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { readJson, readText } from "./body.ts";
import { callObject } from "./call.ts";

const MEGABYTE = "x".repeat(1_000_000);

/** A body without end, and how much of it was taken. */
function endless() {
  const taken = { bytes: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode(MEGABYTE));
      taken.bytes += MEGABYTE.length;
    },
    cancel: () => void (taken.cancelled = true),
  });
  return { body, taken };
}

async function serving<T>(answer: () => Response, use: (url: string) => Promise<T>): Promise<T> {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, answer);
  try {
    return await use(`http://127.0.0.1:${server.addr.port}`);
  } finally {
    await server.shutdown();
  }
}

Deno.test("an answer without end is given up, told, and no more of it is taken", async () => {
  const { body, taken } = endless();
  await serving(() => new Response(body), async (serverUrl) => {
    await assert.rejects(
      callObject({ serverUrl }, { path: "/" }),
      (error) => isSvcError(error) && error.code === "unavailable" && /bytes$/.test(error.message),
    );
  });
  assert.ok(taken.cancelled);
  assert.ok(taken.bytes < 40_000_000, `${taken.bytes}`);
});

Deno.test("a refusal without end is still a refusal, by its status", async () => {
  const { body } = endless();
  await serving(() => new Response(body, { status: 500 }), async (serverUrl) => {
    await assert.rejects(
      callObject({ serverUrl }, { path: "/" }),
      // Nothing of it is shown.
      (error) => isSvcError(error) && error.status === 500 && error.message.length < 200,
    );
  });
});

Deno.test("an answer that is packed and tells its length is bounded by what it unpacks to", async () => {
  const unpacked = new Blob([new Uint8Array(2_000_000)]).stream();
  const packed = await new Response(unpacked.pipeThrough(new CompressionStream("gzip"))).bytes();
  const headers = { "content-encoding": "gzip", "content-length": `${packed.length}` };
  await serving(() => new Response(packed, { headers }), async (serverUrl) => {
    await assert.rejects(readText(await fetch(serverUrl), 1_000_000), /more than 1000000 bytes/);
    assert.equal((await readText(await fetch(serverUrl), 2_000_000)).length, 2_000_000);
  });
});

Deno.test("an answer that tells a length beyond the longest is given up", async () => {
  await serving(() => new Response("12345"), async (serverUrl) => {
    await assert.rejects(readText(await fetch(serverUrl), 4), /more than 4 bytes/);
    assert.equal(await readText(await fetch(serverUrl), 5), "12345");
  });
});

Deno.test("text cut within a character is put together, and an empty body is empty", async () => {
  const bytes = new TextEncoder().encode('{"name":"Ünï"}');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  assert.deepEqual(await readJson(new Response(body)), { name: "Ünï" });
  assert.equal(await readText(new Response(null)), "");
  await assert.rejects(readJson(new Response("")), SyntaxError);
});
