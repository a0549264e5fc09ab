import assert from "node:assert/strict";
import { RATES } from "../rate/limits.ts";
import { testRegistry } from "../../testing.ts";

Deno.test("pages, feeds, uploads and archives share an address's rate with the interface", async () => {
  await using registry = await testRegistry({ environment: { SVC_RATE_LIMIT: "on" } });
  const { limits } = registry.services.auth;
  for (let taken = 0; taken < RATES.address.burst; taken++) await limits.address("127.0.0.1");
  const html = { headers: { accept: "text/html", "x-forwarded-for": "203.0.113.9" } };
  for (const path of ["/", "/sign-in", "/search?q=a", "/extensions/@a/b/versions.atom"]) {
    const response = await registry.request(path, html);
    assert.equal(response.status, 429, path);
    assert.ok(Number(response.headers.get("retry-after")) > 0, path);
  }
  const upload = await registry.request("/uploads/x", { method: "PUT", body: "x" });
  assert.equal(upload.status, 429);
  const blob = await registry.request(`/blobs/${"0".repeat(64)}`);
  assert.equal(blob.status, 429);
});
