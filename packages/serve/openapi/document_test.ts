import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import assert from "node:assert/strict";
import { type OperationRow, OPERATIONS } from "../api/table.ts";
import { ENDPOINTS } from "../endpoints/endpoints.ts";
import { testServer } from "../testing/server.ts";
import { describe } from "./document.ts";

const document = JSON.parse(
  JSON.stringify(describe(ENDPOINTS, "https://serve.test", "2026.01.02")),
);

interface Media {
  schema: Record<string, unknown>;
  example?: unknown;
}

interface Described {
  operationId: string;
  "x-svc-key": string;
  "x-svc-needs": string;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

const operations = Object.entries(document.paths as Record<string, Record<string, Described>>)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
  );

Deno.test("the description is valid OpenAPI 3.1 to an independent validator", async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  assert.deepEqual(result.errors ?? [], []);
  assert.equal(result.valid, true);
  assert.equal(validator.version, "3.1");
});

Deno.test("every row of the table is described with what it needs, and nothing else is", () => {
  const described = operations.map(({ path, method, operation }) => [
    operation["x-svc-key"],
    method.toUpperCase(),
    path,
    operation["x-svc-needs"],
  ]);
  const rows = (Object.entries(OPERATIONS) as [string, OperationRow][])
    .filter(([key]) => ENDPOINTS.some((endpoint) => endpoint.key === key))
    .map(([key, { method, path, needs }]) => [key, method, path, needs]);
  assert.deepEqual(described.toSorted(), rows.toSorted());
});

Deno.test("every operation has an identifier of its own", () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(id, /^[a-z][A-Za-z]*$/);
});

Deno.test("every example is what its schema describes", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv as never);
  ajv.addSchema({ $id: "document", components: document.components });
  for (const { method, path, operation } of operations) {
    const bodies = { request: operation.requestBody, ...operation.responses };
    for (const [part, body] of Object.entries(bodies)) {
      for (const { schema, example } of Object.values(body?.content ?? {})) {
        if (example === undefined) continue;
        const validate = ajv.compile(rooted(schema) as Record<string, unknown>);
        const told = `${method} ${path} ${part}: ${JSON.stringify(example)}`;
        assert.ok(validate(example), `${told}: ${ajv.errorsText(validate.errors)}`);
      }
    }
  }
});

Deno.test("every operation with a credential says how it is refused without one", () => {
  const guarded = operations.filter(({ operation }) => operation["x-svc-needs"] !== "open");
  assert.ok(guarded.length > 10);
  for (const { path, operation } of guarded) {
    for (const status of ["401", "403"]) assert.ok(operation.responses[status], path);
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

function rooted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rooted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === "$ref" && typeof item === "string" ? item.replace(/^#/, "document#") : rooted(item),
    ]),
  );
}
