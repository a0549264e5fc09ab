import assert from "node:assert/strict";
import { testDescription } from "../../http/testing/openapi/description.ts";
import { type OperationRow, OPERATIONS } from "../api/table.ts";
import { ENDPOINTS } from "../endpoints/endpoints.ts";
import { testServer } from "../testing/server.ts";
import { describe } from "./document.ts";

const rows = (Object.entries(OPERATIONS) as [string, OperationRow][])
  .filter(([key]) => ENDPOINTS.some((endpoint) => endpoint.key === key));
const document = describe(ENDPOINTS, "https://serve.test", "2026.01.02");
const operations = testDescription(document, rows, ({ needs }) => ({ "x-svc-needs": needs }));

Deno.test("every operation with a credential says how it is refused without one", () => {
  const guarded = operations.filter((operation) => operation["x-svc-needs"] !== "open");
  assert.ok(guarded.length > 10);
  for (const { path, responses } of guarded) {
    for (const status of ["401", "403"]) assert.ok(responses[status], path);
  }
});

Deno.test("a server describes itself to anybody, by its own address", async () => {
  await using server = await testServer();
  const response = await server.ask("/api/v1/openapi.json");
  assert.equal(response.status, 200);
  assert.match(response.headers.get("content-type")!, /^application\/json/);
  const said = await response.json();
  assert.deepEqual(said.servers, [{ url: server.url }]);
  assert.deepEqual(Object.keys(said.paths), Object.keys(document.paths));
});
