import { localHost } from "../local/mod.ts";
import { greeter } from "../testing/greeter.ts";
import { serveLines } from "./serve.ts";

Deno.test("who was told to end before it began to listen ends, though its input goes on", async () => {
  await using made = await greeter();
  const host = localHost(made.repository, {
    lockWaitMs: 0,
    failed: (error) => {
      throw error;
    },
  });
  const streams = { input: new ReadableStream<Uint8Array>(), write: () => Promise.resolve() };
  await serveLines(host, streams, { version: "1", signal: AbortSignal.abort() });
});
