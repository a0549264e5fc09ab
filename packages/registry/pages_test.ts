import assert from "node:assert/strict";
import { testRegistry } from "./testing.ts";

const HTML = { accept: "text/html,*/*" };

Deno.test("an unknown address answers 404 as a page to browsers and as JSON to clients", async () => {
  await using registry = await testRegistry();
  const forPeople = await registry.request("/no/such/page", { headers: HTML });
  assert.equal(forPeople.status, 404);
  assert.match(await forPeople.text(), /<h1>Not found<\/h1>/);
  const forClients = await registry.request("/api/v1/no-such", { headers: HTML });
  assert.equal(forClients.status, 404);
  assert.equal((await forClients.json()).code, "not_found");
});

Deno.test("a name behind the registry's address leads to its page", async () => {
  await using registry = await testRegistry();
  const pages = {
    "/@acme/tool": "/extensions/@acme/tool",
    "/@acme/a/tool": "/extensions/@acme/a/tool",
    "/@acme": "/collectives/acme",
    "/@acme/%2f%2fexample.org": "/extensions/@acme/%2f%2fexample.org",
    "/@%2f%2fexample.org": "/collectives/%2f%2fexample.org",
  };
  for (const [path, page] of Object.entries(pages)) {
    const { status, headers } = await registry.request(path, { headers: HTML });
    assert.deepEqual([status, headers.get("location")], [303, page]);
  }
});

Deno.test("every page forbids foreign scripts, styles, frames and sniffing", async () => {
  await using registry = await testRegistry();
  for (const path of ["/", "/search", "/sign-in", "/sign-up", "/docs/tutorial", "/no/such/page"]) {
    const { headers } = await registry.request(path, { headers: HTML });
    const policy = headers.get("content-security-policy")!;
    for (
      const directive of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ]
    ) assert.ok(policy.split("; ").includes(directive), `${path}: ${directive}`);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("referrer-policy"), "same-origin");
  }
});

Deno.test("pages hold no inline script, style or handler, which the policy would block", async () => {
  await using registry = await testRegistry();
  for (const path of ["/", "/search", "/sign-in", "/sign-up", "/docs/tutorial"]) {
    const html = await (await registry.request(path, { headers: HTML })).text();
    assert.doesNotMatch(html, /<style|\sstyle="|\son[a-z]+="|javascript:/, path);
    for (const [, attributes, body] of html.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)) {
      assert.match(attributes!, /src="\/assets\//);
      assert.equal(body, "");
    }
  }
});

Deno.test("assets are kept for a year under their digest, and answered 304 by their tag", async () => {
  await using registry = await testRegistry();
  const html = await (await registry.request("/", { headers: HTML })).text();
  const path = /href="(\/assets\/[0-9a-f]{16}\/style\.css)"/.exec(html)![1]!;
  const first = await registry.request(path);
  assert.match(first.headers.get("cache-control")!, /immutable/);
  await first.body?.cancel();
  const again = await registry.request(path, {
    headers: { "if-none-match": first.headers.get("etag")! },
  });
  assert.equal(again.status, 304);
  const stale = await registry.request("/assets/0000000000000000/style.css");
  assert.equal(stale.headers.get("cache-control"), "no-cache");
  await stale.body?.cancel();
  assert.equal((await registry.request("/assets/0000000000000000/..%2fasset.ts")).status, 404);
});

Deno.test("the manual is served with navigation, and /docs leads to its first page", async () => {
  await using registry = await testRegistry();
  const start = await registry.request("/docs", { headers: HTML });
  const first = start.headers.get("location") ?? "/docs";
  const page = await registry.request(first, { headers: HTML });
  const html = await page.text();
  assert.equal(page.status, 200);
  assert.match(html, /aria-label="Manual"/);
  assert.match(html, /aria-current="page"/);
  assert.equal((await registry.request("/docs/../deno.json", { headers: HTML })).status, 404);
  assert.equal((await registry.request("/docs/no-such", { headers: HTML })).status, 404);
});

Deno.test("a fault answers 500 with an id and tells nothing of the fault", async () => {
  await using registry = await testRegistry();
  await registry.services.db.schema.alterTable("extension").renameTo("elsewhere").execute();
  const response = await registry.request("/extensions/@a/b", { headers: HTML });
  const html = await response.text();
  assert.equal(response.status, 500);
  assert.match(html, /Something broke on our side/);
  assert.doesNotMatch(html, /no such table|does not exist|SqliteError|at file/);
  assert.ok(registry.logged.some((line) => line.includes("request.failed")));
});
