import assert from "node:assert/strict";
import { generateKey } from "@svc/core/key";
import { testRegistry } from "../../testing.ts";

/** What is the same for all: the description, health, installing, the manual, static files. */
const EVERYBODY = [
  "/api/v1/openapi.json",
  "/healthz",
  "/readyz",
  "/install",
  "/docs/tutorial",
  "/robots.txt",
  "/opensearch.xml",
  "/.well-known/security.txt",
  "/schemas/manifest.json",
];

const CREDENTIALS: Record<string, string>[] = [
  { authorization: `Bearer ${generateKey("personal")}` },
  { authorization: "Bearer" },
  { authorization: "Basic YTpi" },
  { "x-api-key": generateKey("collective") },
  { "x-api-key": "" },
  { cookie: "svc.session_token=forged.signature" },
];

Deno.test("what never depends on who asks is answered with a bad credential too (spec §4.4)", async () => {
  await using registry = await testRegistry();
  for (const path of EVERYBODY) {
    const plain = await registry.request(path);
    const body = await plain.text();
    for (const headers of CREDENTIALS) {
      const answer = await registry.request(path, { headers });
      const told = `${path} with ${JSON.stringify(headers)}`;
      assert.equal(answer.status, plain.status, told);
      assert.equal(await answer.text(), body, told);
    }
  }
});
