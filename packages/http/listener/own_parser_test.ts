import assert from "node:assert/strict";
import { canMakeCertificates, makeCertificate } from "../../serve/testing/certificate.ts";
import { listen, type ListenOptions } from "./listener.ts";

const missing = !canMakeCertificates();

for (
  const [over, skipped, sent] of [
    ["plain HTTP", false, "GARBAGE\r\n\r\n"],
    ["plain HTTP after a good one", false, "GET /good HTTP/1.1\r\nhost: a\r\n\r\nGARBAGE\r\n\r\n"],
    ["TLS", missing, "GARBAGE\r\n\r\n"],
  ] as const
) {
  Deno.test({
    name: `over ${over}, what comes after bytes that are no request is asked in nobody's name${
      skipped ? " (skipped: openssl is not installed)" : ""
    }`,
    ignore: skipped,
    async fn() {
      await using certificate = over === "TLS" ? await makeCertificate() : undefined;
      const asked: string[] = [];
      await using server = await served(asked, certificate);
      using attacker = await server.connect();
      await write(attacker, sent);
      await readUntil(attacker, "malformed_request");
      // A parser that was given back is taken by the next connection.
      using victim = await server.connect();
      await write(victim, "GET /1 HTTP/1.1\r\nhost: a\r\n\r\n");
      await readUntil(victim, "answer to /1");
      await write(attacker, "GET /injected HTTP/1.1\r\nhost: a\r\n\r\nPOST /half HTTP/1.1\r\n");
      await attacker.closeWrite();
      while (await attacker.read(new Uint8Array(1024)).catch(() => null) !== null);
      await write(victim, "GET /2 HTTP/1.1\r\nhost: a\r\n\r\n");
      assert.doesNotMatch(await readUntil(victim, "answer to /2"), /injected/);
      assert.deepEqual(asked.filter((path) => path !== "/good"), ["/1", "/2"]);
    },
  });
}

async function served(asked: string[], certificate?: { cert: string; keyFile: string }) {
  const tls: ListenOptions["tls"] = certificate &&
    { cert: certificate.cert, key: await Deno.readTextFile(certificate.keyFile) };
  const listener = await listen((request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    return new Response(`answer to ${pathname}`);
  }, { host: "127.0.0.1", port: 0, tls });
  const { port } = listener;
  return {
    connect: (): Promise<Deno.TcpConn | Deno.TlsConn> =>
      certificate === undefined
        ? Deno.connect({ hostname: "127.0.0.1", port })
        : Deno.connectTls({ hostname: "localhost", port, caCerts: [certificate.cert] }),
    async [Symbol.asyncDispose]() {
      listener.abort();
      await listener.close();
    },
  };
}

async function write(connection: Deno.Conn, text: string): Promise<void> {
  await connection.write(new TextEncoder().encode(text));
}

/** All that comes until it contains `end`. */
async function readUntil(connection: Deno.Conn, end: string): Promise<string> {
  let said = "";
  const buffer = new Uint8Array(4096);
  while (!said.includes(end)) {
    const count = await connection.read(buffer);
    assert.ok(count !== null, `closed after ${JSON.stringify(said)}`);
    said += new TextDecoder().decode(buffer.subarray(0, count));
  }
  return said;
}
