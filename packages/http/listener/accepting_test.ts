import assert from "node:assert/strict";
import { createServer } from "node:http";
import { keepAccepting, listening, mostConnections } from "./accepting.ts";
import { listen } from "./listener.ts";

Deno.test("a process may have half as many connections as open files, and no more than its memory carries", () => {
  const limits = (files: string) =>
    [
      "Limit                     Soft Limit           Hard Limit           Units     ",
      "Max processes             15476                15476                processes ",
      `Max open files            ${files.padEnd(20)} 524288               files     `,
    ].join("\n");
  assert.equal(mostConnections(limits("1024")), 512);
  assert.equal(mostConnections(limits("524288")), 16_384);
  assert.equal(mostConnections(limits("unlimited")), 16_384);
  assert.equal(mostConnections(""), 16_384);
});

Deno.test("a connection above the most is closed as it comes, the operator is told, and one that ends makes room", async () => {
  const full = Promise.withResolvers<number>();
  const listener = await listen(() => new Response("hello"), {
    host: "127.0.0.1",
    port: 0,
    connections: 2,
    patience: { check: 10 },
    full: full.resolve,
  });
  const open = () => Deno.connect({ hostname: "127.0.0.1", port: listener.port });
  const first = await open();
  using _second = await open();
  using third = await open();
  assert.equal(await third.read(new Uint8Array(1)).catch(() => null), null);
  assert.equal(await full.promise, 2);
  first.close();
  assert.equal(await answeredAtLast(listener.port), "hello");
  listener.abort();
  await listener.close();
});

Deno.test("a server that listens again and again loses no connection", async () => {
  const listener = await listen(async (request) => new Response(await request.text()), {
    host: "127.0.0.1",
    port: 0,
    patience: { check: 1 },
  });
  const url = `http://127.0.0.1:${listener.port}`;
  for (let round = 0; round < 5; round++) {
    const sent = Array.from({ length: 50 }, (_, at) => `${round}, ${at}`);
    const answers = sent.map(async (body) => {
      const headers = { connection: "close" };
      return await (await fetch(url, { method: "POST", body, headers })).text();
    });
    assert.deepEqual(await Promise.all(answers), sent);
  }
  await listener.close();
});

Deno.test("a server that cannot be told to listen again is said to be one", async () => {
  for (const [listen, holds] of [[undefined, false], [() => 1, false], [() => 0, true]] as const) {
    const server = createServer();
    await listening(server, { host: "127.0.0.1", port: 0 });
    Object.assign((server as unknown as { _handle: object })._handle, { listen });
    assert.equal(keepAccepting(server, { most: 2, check: 3_600_000 }), holds);
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Asks until a connection is not closed at once. */
async function answeredAtLast(port: number): Promise<string> {
  while (true) {
    try {
      return await (await fetch(`http://127.0.0.1:${port}`, { headers: { connection: "close" } }))
        .text();
    } catch {
      // The server has not noticed yet that the other connection is gone.
    }
  }
}
