import assert from "node:assert/strict";
import { request } from "node:https";
import { LIMITS } from "@svc/core/limit";
import { freePort } from "../../packages/fakes/port/mod.ts";
import { listen, testRegistry } from "@svc/registry/testing";
import { addCollective, addPerson } from "../../packages/registry/testing/extensions/people.ts";
import { testNeeding } from "../requirement.ts";
import { CADDY, clientOf, NGINX, type Proxied, startProxy } from "./proxy.ts";
import { statusOf } from "./status_of.ts";

for (const proxied of [NGINX, CADDY]) {
  const { program } = proxied;
  testNeeding(
    [program, "openssl"],
    `the sample for ${program} passes large uploads, and the client's address only as the proxy sees it`,
    () => throughRegistry(proxied),
  );
  testNeeding(
    [program, "openssl"],
    `the sample for ${program} passes answers and uploads on as they come, and upgrades`,
    () => throughStub(proxied),
  );
  testNeeding(
    [program, "openssl"],
    `the sample for ${program} passes over one of two servers that leaves, and no request is lost`,
    () => throughTwo(proxied),
  );
}

/** A registry of this process behind a proxy of its own. */
async function throughRegistry(proxied: Proxied): Promise<void> {
  const port = freePort();
  await using registry = await testRegistry({
    environment: {
      SVC_BASE_URL: `https://localhost:${port}`,
      SVC_TRUSTED_PROXIES: "127.0.0.1",
    },
  });
  const addresses = new Map<string, unknown>();
  const listener = await listen((asked, bindings) => registry.app.fetch(asked, bindings), {
    host: "127.0.0.1",
    port: 0,
    ended: ({ target, record: told }) => void addresses.set(target, told.address),
  });
  try {
    await using proxy = await startProxy(proxied, port, listener.port);
    using client = clientOf(proxy);
    await addCollective(registry.services, "acme");
    const key = await addPerson(registry.services, "ada", { acme: "member" });

    const announce = async (version: string) => {
      const response = await fetch(`${proxy.url}/api/v1/extensions/push`, {
        client,
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ name: "@acme/hello", version }),
      });
      assert.equal(response.status, 200);
      return (await response.json()).uploadUrl as string;
    };
    const largest = new Uint8Array(LIMITS.archive.packedBytes);
    const address = await announce("2026.01.02.1");
    assert.ok(address.startsWith(proxy.url), "uploads go to the public address");
    const stored = await fetch(address, { client, method: "PUT", body: largest });
    assert.equal(stored.status, 200, await stored.text());
    const larger = await fetch(await announce("2026.01.02.2"), {
      client,
      method: "PUT",
      body: new Uint8Array(LIMITS.archive.packedBytes + 1),
    });
    assert.equal(
      (await larger.json()).code,
      "archive_too_large",
      "the registry says it, not the proxy",
    );

    const page = await fetch(`${proxy.url}/sign-in`, { client });
    await page.body?.cancel();
    assert.equal(page.status, 200);
    assert.match(page.headers.get("content-security-policy")!, /default-src/);
    const metrics = await fetch(`${proxy.url}/metrics`, { client });
    await metrics.body?.cancel();
    assert.equal(metrics.status, 404, "nobody reads metrics through the proxy");

    // From another address of this machine, with an address that it made up.
    await statusOf(proxy, "/healthz?from=2", {
      localAddress: "127.0.0.2",
      headers: { "x-forwarded-for": "198.51.100.7" },
    });
    assert.equal(addresses.get("/healthz?from=2"), "127.0.0.2");
    // Past the proxy, what a client says of itself is not believed either: it is not a trusted proxy.
    const record: { address?: string } = {};
    await registry.app.fetch(
      new Request("http://localhost/healthz", { headers: { "x-forwarded-for": "198.51.100.7" } }),
      { remoteAddress: "127.0.0.2", record },
    );
    assert.equal(record.address, "127.0.0.2");
  } finally {
    listener.abort();
    await listener.close();
  }
}

/** What stands where the registry would: it shows what reaches it, and when. */
async function throughStub(proxied: Proxied): Promise<void> {
  const firstChunk = Promise.withResolvers<void>();
  const clientHasRead = Promise.withResolvers<void>();
  let seen = new Headers();
  await using stub = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (asked) => {
      const { pathname } = new URL(asked.url);
      seen = asked.headers;
      if (pathname === "/upgrade") {
        const { socket, response } = Deno.upgradeWebSocket(asked);
        socket.onmessage = ({ data }) => socket.send(`heard ${data}`);
        return response;
      }
      if (pathname === "/upload") {
        const reader = asked.body!.getReader();
        await reader.read();
        firstChunk.resolve();
        while (!(await reader.read()).done);
        return new Response("taken");
      }
      return new Response(
        new ReadableStream({
          async start(controller) {
            controller.enqueue(new TextEncoder().encode("data: first\n\n"));
            await clientHasRead.promise;
            controller.enqueue(new TextEncoder().encode("data: second\n\n"));
            controller.close();
          },
        }),
        { headers: { "content-type": "text/event-stream" } },
      );
    },
  );
  const port = freePort();
  await using proxy = await startProxy(proxied, port, stub.addr.port);
  using client = clientOf(proxy);

  const events = await fetch(`${proxy.url}/events`, {
    client,
    headers: { "x-forwarded-for": "198.51.100.7", "authorization": "Bearer x", "x-api-key": "y" },
  });
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reader.read()).value, "data: first\n\n", "not held back until the end");
  clientHasRead.resolve();
  assert.equal((await reader.read()).value, "data: second\n\n");
  assert.ok((await reader.read()).done);
  assert.deepEqual(
    ["host", "authorization", "x-api-key", "x-forwarded-for", "x-forwarded-proto"].map((name) =>
      seen.get(name)
    ),
    [`localhost:${port}`, "Bearer x", "y", "127.0.0.1", "https"],
  );

  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const upload = fetch(`${proxy.url}/upload`, { client, method: "PUT", body: body.readable });
  await writer.write(new Uint8Array(64 * 1024));
  // The rest is sent only once the beginning has arrived behind the proxy.
  await firstChunk.promise;
  await writer.close();
  assert.equal(await (await upload).text(), "taken");

  const key = "dGhlIHNhbXBsZSBub25jZQ==";
  const upgraded = Promise.withResolvers<number>();
  const asking = request({
    ...{
      host: "127.0.0.1",
      port,
      servername: "localhost",
      ca: proxy.certificate,
      path: "/upgrade",
    },
    headers: {
      ...{ host: `localhost:${port}`, connection: "Upgrade", upgrade: "websocket" },
      ...{ "sec-websocket-key": key, "sec-websocket-version": "13" },
    },
  });
  asking.on("upgrade", (response, socket) => {
    upgraded.resolve(response.statusCode!);
    socket.destroy();
  });
  asking.on("response", (response) => upgraded.resolve(response.statusCode!));
  asking.on("error", upgraded.reject);
  asking.end();
  assert.equal(await upgraded.promise, 101);
}

/** Two servers, of which one leaves as a registry does: it says so, goes on answering, then closes. */
async function throughTwo(proxied: Proxied): Promise<void> {
  const leaving = [false, false];
  const answered = [0, 0];
  const [first, second] = await Promise.all(leaving.map((_, n) =>
    listen((asked) => {
      if (asked.url.endsWith("/readyz")) {
        return new Response(null, { status: leaving[n] ? 503 : 200 });
      }
      answered[n]!++;
      return new Response("answered");
    }, { host: "127.0.0.1", port: 0 })
  ));
  try {
    await using proxy = await startProxy(proxied, freePort(), first!.port, second!.port);
    using client = clientOf(proxy);
    const ask = async () => {
      for (const method of ["GET", "POST"]) {
        const response = await fetch(`${proxy.url}/asked`, { client, method });
        assert.deepEqual([response.status, await response.text()], [200, "answered"], method);
      }
    };
    while (answered.some((count) => count < 5)) await ask();
    leaving[0] = true;
    first!.leave();
    // The proxy may still choose it. Each of its connections gets an answer that ends it.
    for (let n = 0; n < 20; n++) await ask();
    await first!.close();
    const before = answered[1]!;
    for (let n = 0; n < 10; n++) await ask();
    assert.equal(answered[1]! - before, 20);
  } finally {
    for (const listener of [first!, second!]) {
      listener.abort();
      await listener.close();
    }
  }
}
