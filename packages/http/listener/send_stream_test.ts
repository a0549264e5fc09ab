import assert from "node:assert/strict";
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

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, n) => n * 7 % 251);

for (const length of [0, 10, 64 * 1024, 64 * 1024 + 1, 3_000_000]) {
  Deno.test(`${length} bytes arrive as they are, one answer after the other`, async () => {
    const bytes = bytesOf(length);
    const headers = { "content-length": String(length), "x-one": "1" };
    await using server = await served(() => new Response(new Blob([bytes]).stream(), { headers }));
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
    const body = text.startsWith("b") ? new Blob([text]).stream() : text;
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

Deno.test("a body whose reader goes away is told so, and it is nobody's fault", async () => {
  const ended = Promise.withResolvers<unknown>();
  const failed: unknown[] = [];
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
    cancel: ended.resolve,
  });
  await using server = await served(() => new Response(body), {
    failed: (error) => void failed.push(error),
  });
  const leaving = new AbortController();
  const answer = await fetch(server.url, { signal: leaving.signal });
  await answer.body!.getReader().read();
  leaving.abort();
  await ended.promise;
  assert.deepEqual(failed, []);
});

Deno.test("a body that fails halfway ends the connection, and the operator is told", async () => {
  const failed = Promise.withResolvers<unknown>();
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent++ > 0) throw new Error("the disk is gone");
      controller.enqueue(new Uint8Array(10));
    },
  });
  await using server = await served(
    () => new Response(body, { headers: { "content-length": "20" } }),
    { failed: failed.resolve },
  );
  await assert.rejects(async () => await (await fetch(server.url)).bytes());
  assert.match(String(await failed.promise), /the disk is gone/);
});
