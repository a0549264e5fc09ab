import assert from "node:assert/strict";
import { canMakeCertificates, makeCertificate } from "../../serve/testing/certificate.ts";
import { listen, type ListenOptions } from "./listener.ts";

const encoder = new TextEncoder();

/** A listener on this machine, gone when disposed of. */
async function served(
  answer: (request: Request) => Response,
  options: Partial<ListenOptions>,
) {
  const listener = await listen(answer, { host: "127.0.0.1", port: 0, ...options });
  return {
    port: listener.port,
    async [Symbol.asyncDispose]() {
      listener.abort();
      await listener.close();
    },
  };
}

/** A stream whose events a test sends. */
function scripted() {
  const cancelled = Promise.withResolvers<void>();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (given) => void (controller = given),
    cancel: () => cancelled.resolve(),
  });
  const response = new Response(body, { headers: { "content-type": "text/event-stream" } });
  return {
    response,
    cancelled: cancelled.promise,
    send: (text: string) => controller!.enqueue(encoder.encode(text)),
    end: () => controller!.close(),
  };
}

Deno.test("a stream that says nothing for longer than a silence may last goes on as long as it is read", async () => {
  const stream = scripted();
  await using server = await served(
    ({ url }) => url.endsWith("/stream") ? stream.response : new Response("x"),
    { patience: { silence: 40, idle: 40 } },
  );
  stream.send("first\n");
  let response: Response | undefined;
  // A machine that is held up is silent itself: then a connection is left before it has asked.
  while (response === undefined) {
    response = await fetch(`http://127.0.0.1:${server.port}/stream`).catch(() => undefined);
  }
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reader.read()).value, "first\n");
  // Each is left when a silence is over: later than the stream's own began.
  for (const _ of [1, 2, 3]) {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
    await connection.write(encoder.encode("GET /"));
    while (await connection.read(new Uint8Array(1024)).catch(() => null) !== null);
  }
  stream.send("second\n");
  assert.equal((await reader.read()).value, "second\n");
  stream.end();
  assert.equal((await reader.read()).done, true);
});

Deno.test("a follower that goes away lets the source of its stream go at once", async () => {
  const stream = scripted();
  await using server = await served(() => stream.response, {});
  stream.send("first\n");
  const leaving = new AbortController();
  const response = await fetch(`http://127.0.0.1:${server.port}/`, { signal: leaving.signal });
  await response.body!.getReader().read();
  leaving.abort();
  await stream.cancelled;
});

Deno.test("who has sent all and listens on gets the whole answer", async () => {
  const stream = scripted();
  await using server = await served(() => stream.response, {});
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
  const head = "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
  await connection.write(encoder.encode(head));
  await connection.closeWrite();
  stream.send("late\n");
  stream.end();
  let said = "";
  const buffer = new Uint8Array(1024);
  for (
    let read = await connection.read(buffer);
    read !== null;
    read = await connection.read(buffer)
  ) {
    said += new TextDecoder().decode(buffer.subarray(0, read));
  }
  assert.match(said, /^HTTP\/1\.1 200 .*late\n/s);
});

const missing = !canMakeCertificates();
const why = missing ? " (skipped: openssl is not installed)" : "";

/** Reads until the other end closes; a cut without a farewell is one as well. */
async function untilClosed(connection: Deno.Conn): Promise<string> {
  using open = connection;
  let said = "";
  const buffer = new Uint8Array(4096);
  while (true) {
    const read = await open.read(buffer).catch(() => null);
    if (read === null) return said;
    said += new TextDecoder().decode(buffer.subarray(0, read));
  }
}

Deno.test({
  name:
    `over TLS the same limits hold: no handshake, none that is TLS, half a head, half a body${why}`,
  ignore: missing,
  async fn() {
    await using made = await makeCertificate();
    const tls = { cert: made.cert, key: await Deno.readTextFile(made.keyFile) };
    const patience = { head: 100, request: 150, silence: 200, idle: 100, check: 20 };
    await using server = await served(() => new Response("answered"), { tls, patience });
    const hostname = "127.0.0.1";
    const { port } = server;
    const plain = async (text: string) => {
      const connection = await Deno.connect({ hostname, port });
      if (text !== "") await connection.write(encoder.encode(text));
      return await untilClosed(connection);
    };
    assert.equal(await plain(""), "");
    assert.doesNotMatch(await plain("GET / HTTP/1.1\r\nhost: a\r\n\r\n"), /answered/);
    const secure = async (text: string) => {
      const connection = await Deno.connectTls({
        hostname: "localhost",
        port,
        caCerts: [made.cert],
      });
      await connection.write(encoder.encode(text));
      return await untilClosed(connection);
    };
    const half = await secure("GET / HTTP/1.1\r\nhost: a\r\n").catch(() => "");
    assert.doesNotMatch(half, /answered/);
    // A busy machine may take longer than it is given to greet and ask.
    let said = "";
    while (!said.includes("answered")) {
      said = await secure("GET / HTTP/1.1\r\nhost: a\r\n\r\n").catch(() => "");
    }
    assert.match(said, /^HTTP\/1\.1 200 /);
    // Both are answered at once, and closed as nothing more comes.
    await secure("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf").catch(() => "");
  },
});
