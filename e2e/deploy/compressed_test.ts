import assert from "node:assert/strict";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { freePort } from "../../packages/fakes/port/mod.ts";
import { listen, testRegistry } from "@svc/registry/testing";
import { signedUp } from "../../packages/registry/testing/web/browse.ts";
import { testNeeding } from "../requirement.ts";
import { CADDY, NGINX, type Proxied, startProxy } from "./proxy.ts";
import { rawAnswer } from "./raw_answer.ts";

for (const proxied of [NGINX, CADDY]) {
  testNeeding(
    [proxied.program, "openssl"],
    `the sample for ${proxied.program} leaves what the registry compressed, and what it must not`,
    () => behindRegistry(proxied),
  );
  testNeeding(
    [proxied.program, "openssl"],
    `the sample for ${proxied.program} compresses long texts for who sends no cookie, nothing else`,
    () => behindStub(proxied),
  );
}

async function behindRegistry(proxied: Proxied): Promise<void> {
  const port = freePort();
  await using registry = await testRegistry({
    environment: { SVC_BASE_URL: `https://localhost:${port}`, SVC_TRUSTED_PROXIES: "127.0.0.1" },
  });
  const listener = await listen((asked, bindings) => registry.app.fetch(asked, bindings), {
    host: "127.0.0.1",
    port: 0,
  });
  try {
    await using proxy = await startProxy(proxied, port, listener.port);
    const cookie = (await signedUp(registry, "ada")).cookie();
    const own = { cookie, "sec-fetch-site": "same-origin" };
    const expected: [path: string, sent: Record<string, string>, encoding: string | undefined][] = [
      ["/", {}, "br"],
      ["/sign-in", { "accept-encoding": "gzip" }, "gzip"],
      ["/search", { "accept-encoding": "identity" }, undefined],
      ["/account", own, "br"],
      ["/account", { ...own, "sec-fetch-site": "cross-site" }, undefined],
      ["/search?q=x", { ...own, "sec-fetch-site": "cross-site" }, undefined],
    ];
    for (const [path, sent, encoding] of expected) {
      const headers = { "accept-encoding": "gzip, br", ...sent };
      const answer = await rawAnswer(proxy, path, { headers });
      const what = `${path} ${JSON.stringify(Object.keys(sent))}`;
      assert.deepEqual([answer.status, answer.headers["content-encoding"]], [200, encoding], what);
      const html = encoding === "br"
        ? brotliDecompressSync(answer.body)
        : encoding === "gzip"
        ? gunzipSync(answer.body)
        : answer.body;
      assert.match(new TextDecoder().decode(html), /<\/html>\s*$/, what);
    }
  } finally {
    listener.abort();
    await listener.close();
  }
}

/** What stands where the registry would, and compresses nothing. */
async function behindStub(proxied: Proxied): Promise<void> {
  const long = "to and fro ".repeat(1000);
  const stub = await listen((asked) => {
    const { searchParams } = new URL(asked.url);
    return new Response(searchParams.has("short") ? long.slice(0, 1000) : long, {
      headers: { "content-type": searchParams.get("type")! },
    });
  }, { host: "127.0.0.1", port: 0 });
  await using _ = {
    async [Symbol.asyncDispose]() {
      stub.abort();
      await stub.close();
    },
  };
  await using proxy = await startProxy(proxied, freePort(), stub.port);
  const encodingOf = async (query: string, sent: Record<string, string> = {}) => {
    const headers = { "accept-encoding": "gzip", ...sent };
    const answer = await rawAnswer(proxy, `/text?${query}`, { headers });
    assert.equal(answer.status, 200);
    return answer.headers["content-encoding"];
  };
  const types = ["text/html", "application/json", "text/plain; charset=utf-8", "image/svg+xml"];
  for (const type of [...types, "application/atom+xml", "text/css", "text/javascript"]) {
    const query = `type=${encodeURIComponent(type)}`;
    assert.equal(await encodingOf(query), "gzip", type);
    assert.equal(await encodingOf(query, { cookie: "a=b" }), undefined, type);
    assert.equal(await encodingOf(`${query}&short`), undefined, type);
    assert.equal(await encodingOf(query, { "accept-encoding": "identity" }), undefined, type);
  }
  for (const type of ["application/gzip", "image/png"]) {
    assert.equal(await encodingOf(`type=${type}`), undefined, type);
  }
}
