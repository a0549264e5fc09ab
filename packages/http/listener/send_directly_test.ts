import assert from "node:assert/strict";
import { bytesBody, directBody, type SendBody } from "./direct_body.ts";
import { type Answer, listen, type ListenOptions } from "./listener.ts";

/** A listener on this machine, gone when disposed of. */
async function served(answer: Answer, options: Partial<ListenOptions> = {}) {
  const listener = await listen(answer, { host: "127.0.0.1", port: 0, ...options });
  return {
    port: listener.port,
    url: `http://127.0.0.1:${listener.port}`,
    async [Symbol.asyncDispose]() {
      listener.abort();
      await listener.close();
    },
  };
}

/** A body that only the listener can send: its stream has nothing. */
function sentBy(send: SendBody): ReadableStream<Uint8Array> {
  return directBody(new ReadableStream<Uint8Array>(), send);
}

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, n) => n * 7 % 251);

for (const length of [0, 10, 64 * 1024, 64 * 1024 + 1, 3_000_000]) {
  Deno.test(`${length} bytes arrive as they are, one answer after the other`, async () => {
    const bytes = bytesOf(length);
    const headers = { "content-length": String(length), "x-one": "1" };
    await using server = await served(() => new Response(bytesBody(bytes), { headers }));
    for (const method of ["GET", "HEAD", "GET"]) {
      const answer = await fetch(server.url, { method });
      assert.deepEqual([answer.status, answer.headers.get("x-one")], [200, "1"]);
      assert.equal(answer.headers.get("content-length"), String(length));
      const expected = method === "HEAD" ? new Uint8Array() : bytes;
      assert.deepEqual(await answer.bytes(), expected);
    }
  });
}

Deno.test("answers that were asked for at once come in turn, each whole", async () => {
  await using server = await served(({ url }) => {
    const text = new URL(url).pathname.slice(1).repeat(100_000);
    const body = text.startsWith("b") ? bytesBody(new TextEncoder().encode(text)) : text;
    return new Response(body, { headers: { "content-length": "100000" } });
  });
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
  const asked = ["b", "a", "b"].map((path, n) =>
    `GET /${path} HTTP/1.1\r\nhost: a\r\n${n === 2 ? "connection: close\r\n" : ""}\r\n`
  );
  await connection.write(new TextEncoder().encode(asked.join("")));
  const said = await new Response(connection.readable).text();
  const bodies = said.match(/[ab]{1000,}/g)!.map((body) => `${body[0]} ${body.length}`);
  assert.deepEqual(bodies, ["b 100000", "a 100000", "b 100000"]);
});

Deno.test("a piece's memory is free again once it was written", async () => {
  const body = sentBy(async (write) => {
    const piece = new Uint8Array(300_000);
    for (let round = 1; round <= 20; round++) await write(piece.fill(round));
  });
  const headers = { "content-length": String(20 * 300_000) };
  await using server = await served(() => new Response(body, { headers }));
  const bytes = await (await fetch(server.url)).bytes();
  const expected = Uint8Array.from({ length: 20 * 300_000 }, (_, n) => Math.floor(n / 300_000) + 1);
  assert.deepEqual(bytes, expected);
});

Deno.test("a body whose reader goes away is told so, and it is nobody's fault", async () => {
  const ended = Promise.withResolvers<unknown>();
  const failed: unknown[] = [];
  const body = sentBy(async (write) => {
    try {
      for (;;) await write(new Uint8Array(64 * 1024));
    } catch (error) {
      ended.resolve(error);
      throw error;
    }
  });
  await using server = await served(() => new Response(body), {
    failed: (error) => void failed.push(error),
  });
  const leaving = new AbortController();
  const answer = await fetch(server.url, { signal: leaving.signal });
  await answer.body!.getReader().read();
  leaving.abort();
  assert.ok(await ended.promise instanceof Error);
  assert.deepEqual(failed, []);
});

Deno.test("a body that fails halfway ends the connection, and the operator is told", async () => {
  const failed = Promise.withResolvers<unknown>();
  const body = sentBy(async (write) => {
    await write(new Uint8Array(10));
    throw new Error("the disk is gone");
  });
  await using server = await served(
    () => new Response(body, { headers: { "content-length": "20" } }),
    { failed: failed.resolve },
  );
  const answer = await fetch(server.url);
  await assert.rejects(answer.bytes());
  assert.match(String(await failed.promise), /the disk is gone/);
});

Deno.test("who reads such a stream without a listener gets bytes of their own", async () => {
  const bytes = bytesOf(10);
  const read = await new Response(bytesBody(bytes)).bytes();
  assert.deepEqual(read, bytes);
  read.fill(0);
  assert.deepEqual(bytes, bytesOf(10));
  assert.deepEqual(await new Response(bytesBody(new Uint8Array())).bytes(), new Uint8Array());
});
