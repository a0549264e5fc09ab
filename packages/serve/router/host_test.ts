import assert from "node:assert/strict";
import { testServer } from "../testing/server.ts";
import { isOurHost, ownOrigins } from "./host.ts";

const OURS = "https://serve.example.org";

for (
  const [place, ours, others] of [
    [
      { loopback: true, publicUrl: undefined },
      ["localhost", "127.0.0.1", "[::1]"],
      ["evil.example", "192.168.1.5", "localhost.evil.example", "127.0.0.1.evil.example", "[::2]"],
    ],
    [
      { loopback: true, publicUrl: OURS },
      ["localhost", "serve.example.org"],
      ["evil.example", "serve.example.org.evil.example", "10.0.0.1"],
    ],
    [
      { loopback: false, publicUrl: OURS },
      ["serve.example.org", "10.0.0.1", "[2001:db8::1]", "localhost"],
      ["evil.example", "10.0.0.1.evil.example"],
    ],
  ] as const
) {
  const where = `${place.loopback ? "on this machine" : "beyond it"}, ${
    place.publicUrl ?? "unnamed"
  }`;
  Deno.test(`a server ${where}, knows its own names and no other`, () => {
    for (const name of ours) assert.ok(isOurHost(name, place), name);
    for (const name of others) assert.ok(!isOurHost(name, place), name);
  });
}

Deno.test("pages of the public address may change something, of this machine only for servers on it", () => {
  assert.deepEqual(
    [...ownOrigins("http://127.0.0.1:9090", { loopback: true, publicUrl: undefined })],
    ["http://127.0.0.1:9090", "http://localhost:9090", "http://[::1]:9090"],
  );
  assert.deepEqual([...ownOrigins("https://0.0.0.0:1", { loopback: false, publicUrl: OURS })], [
    OURS,
  ]);
});

/** Sends a request by hand, as no fetch would, and answers status line and body. */
async function byHand(url: string, text: string): Promise<string> {
  const { port } = new URL(url);
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
  await connection.write(new TextEncoder().encode(text));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const buffer = new Uint8Array(16_384);
  for (
    let read = await connection.read(buffer);
    read !== null;
    read = await connection.read(buffer)
  ) {
    chunks.push(buffer.slice(0, read));
  }
  return await new Blob(chunks).text();
}

for (
  const [what, host, status] of [
    ["the name of another site", "evil.example", 403],
    ["the name of another site with our port", "evil.example:9090", 403],
    ["our name below another site's", "localhost.evil.example", 403],
    ["our name in capital letters", "LOCALHOST", 200],
    ["our name and a port of a proxy", "localhost:8443", 200],
    ["an address in other digits", "2130706433", 200],
  ] as const
) {
  Deno.test(`a request for ${what} is answered ${status}`, async () => {
    await using server = await testServer();
    const head = `GET /health HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
    const said = await byHand(server.url, head);
    assert.match(said, new RegExp(`^HTTP/1\\.1 ${status} `));
    if (status === 403) assert.match(said, /"code":"forbidden"/);
  });
}

Deno.test("an address in the request line counts as the host does", async () => {
  await using server = await testServer();
  const ask = (host: string) =>
    byHand(
      server.url,
      `GET http://evil.example/health HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
    );
  assert.match(await ask("evil.example"), /^HTTP\/1\.1 403 /);
  // Two hosts that disagree are no request at all.
  assert.match(await ask("localhost"), /^HTTP\/1\.1 400 /);
});

Deno.test("another site's page changes nothing with a token, and is told nothing about reading either", async () => {
  await using server = await testServer();
  const path = "/api/v1/data/query";
  const post = (headers: Record<string, string>) =>
    server.ask(path, "ada", {
      method: "POST",
      body: JSON.stringify({ predicate: "true" }),
      headers: { "content-type": "application/json", ...headers },
    });
  for (
    const [headers, status] of [
      [{}, 200],
      [{ origin: server.url }, 200],
      [{ origin: server.url.replace("127.0.0.1", "localhost") }, 200],
      [{ origin: "https://evil.example" }, 403],
      [{ origin: "null" }, 403],
      [{ origin: `${server.url}.evil.example` }, 403],
      [{ "sec-fetch-site": "cross-site" }, 403],
      [{ "sec-fetch-site": "same-site" }, 403],
      [{ "sec-fetch-site": "same-origin" }, 200],
    ] as [Record<string, string>, number][]
  ) {
    const response = await post(headers);
    await response.body?.cancel();
    assert.equal(response.status, status, JSON.stringify(headers));
    assert.equal(response.headers.get("access-control-allow-origin"), null);
  }
  const preflight = await server.ask(path, undefined, {
    method: "OPTIONS",
    headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
  });
  await preflight.body?.cancel();
  assert.equal(preflight.status, 405);
  const names = [...preflight.headers.keys()];
  assert.ok(!names.some((name) => name.startsWith("access-control")));
});
