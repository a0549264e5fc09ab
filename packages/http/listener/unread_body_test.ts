import assert from "node:assert/strict";
import { type Answer, listen } from "./listener.ts";

const encoder = new TextEncoder();

/** Who answers before the body is read, by the path that is asked for. */
const EARLY: Record<string, Answer> = {
  "/handler": () => new Response("early"),
  "/part": async (request) => {
    const reader = request.body!.getReader();
    await reader.read();
    await reader.cancel();
    return new Response("early", { status: 413 });
  },
  "/first": async (request) => {
    await request.body!.getReader().read();
    return new Response("early");
  },
  "/throws": () => {
    throw new Error("thrown");
  },
};

const REPLY = { status: 429, headers: { "content-length": "5" }, body: "early" };

/** A body and how it is announced. */
const FRAMED: Record<string, (bytes: number) => [head: string, pieces: Uint8Array[]]> = {
  length: (bytes) => [`content-length: ${bytes}`, [new Uint8Array(bytes)]],
  "length, in two parts": (bytes) => [
    `content-length: ${bytes}`,
    [new Uint8Array(bytes / 2), new Uint8Array(bytes / 2)],
  ],
  chunked: (bytes) => [
    "transfer-encoding: chunked",
    [
      encoder.encode(`${bytes.toString(16)}\r\n`),
      new Uint8Array(bytes),
      encoder.encode("\r\n0\r\n\r\n"),
    ],
  ],
};

Deno.test("a request behind one that was answered before its body was read is answered, however long that body", async () => {
  const listener = await listen(
    (request, bindings) =>
      EARLY[new URL(request.url).pathname]?.(request, bindings) ?? new Response("next"),
    {
      host: "127.0.0.1",
      port: 0,
      prepared: ({ url }) => url.endsWith("/ready") ? REPLY : undefined,
    },
  );
  try {
    for (const path of [...Object.keys(EARLY), "/ready"]) {
      for (const [framing, framed] of Object.entries(FRAMED)) {
        for (const bytes of [10, 100_000, 400_000]) {
          const [announced, pieces] = framed(bytes);
          using connection = await Deno.connect({ hostname: "127.0.0.1", port: listener.port });
          const said = untilNext(connection);
          const head = `POST ${path} HTTP/1.1\r\nhost: a\r\n${announced}\r\n\r\n`;
          const next = encoder.encode("GET /next HTTP/1.1\r\nhost: a\r\n\r\n");
          for (const piece of [encoder.encode(head), ...pieces, next]) {
            for (let at = 0; at < piece.length;) at += await connection.write(piece.subarray(at));
          }
          const statuses = (await said).match(/HTTP\/1\.1 \d+/g)?.length;
          assert.equal(statuses, 2, `${path}, ${framing}, ${bytes} bytes`);
        }
      }
    }
  } finally {
    listener.abort();
    await listener.close();
  }
});

/** What comes until the second answer is there, or the server has closed the connection. */
async function untilNext(connection: Deno.Conn): Promise<string> {
  const buffer = new Uint8Array(64 * 1024);
  let said = "";
  while (!said.endsWith("next")) {
    const count = await connection.read(buffer).catch(() => null);
    if (count === null) break;
    said += new TextDecoder().decode(buffer.subarray(0, count));
  }
  return said;
}
