import assert from "node:assert/strict";
import { testRegistry } from "../testing.ts";

const HTML = { accept: "text/html,*/*" };

Deno.test("an unknown address answers 404 as a page to browsers and as JSON to clients", async () => {
  await using registry = await testRegistry();
  const forPeople = await registry.request("/no/such/page", { headers: HTML });
  assert.equal(forPeople.status, 404);
  assert.match(await forPeople.text(), /<h1>Nothing here<\/h1>/);
  const forClients = await registry.request("/api/v1/no-such", { headers: HTML });
  assert.equal(forClients.status, 404);
  assert.equal((await forClients.json()).code, "not_found");
});
