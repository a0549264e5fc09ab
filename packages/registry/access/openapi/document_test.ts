import { Validator } from "@seriousme/openapi-schema-validator";
import { POLICY_ROWS } from "@svc/core/policy";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import assert from "node:assert/strict";
import { createEndpoints } from "../../endpoints.ts";
import { describe } from "./document.ts";
import type { JsonSchema } from "@svc/http/openapi";

const ENDPOINTS = createEndpoints();

const document = JSON.parse(JSON.stringify(describe(ENDPOINTS, "http://registry.test")));

interface Described {
  operationId: string;
  "x-svc-key": string;
  "x-svc-scope": string | null;
  "x-svc-role": string;
  "x-svc-credential": string[];
  requestBody?: { content: Record<string, { schema: JsonSchema; example: unknown }> };
  responses: Record<
    string,
    { content?: Record<string, { schema: JsonSchema; example?: unknown }> }
  >;
}

const operations = Object.entries(document.paths as Record<string, Record<string, Described>>)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
  );

Deno.test("the description is valid OpenAPI 3.1 to an independent validator (spec 4.4)", async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  assert.deepEqual(result.errors ?? [], []);
  assert.equal(result.valid, true);
  assert.equal(validator.version, "3.1");
});

Deno.test("every policy row is described with its scope, role and credentials, and nothing else is", () => {
  const described = operations.map(({ path, method, operation }) => ({
    key: operation["x-svc-key"],
    method: method.toUpperCase(),
    path,
    scope: operation["x-svc-scope"],
    role: operation["x-svc-role"],
    credentials: operation["x-svc-credential"],
  })).sort(byKey);
  const rows = POLICY_ROWS.map(([key, row]) => ({
    key,
    method: row.method,
    path: row.path,
    scope: row.scope ?? null,
    role: row.role,
    credentials: [...row.credentials],
  })).sort(byKey);
  assert.deepEqual(described, rows);
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
      for (const media of Object.values(body?.content ?? {})) {
        if (media.example === undefined) continue;
        const validate = ajv.compile(rooted(media.schema) as JsonSchema);
        assert.ok(
          validate(media.example),
          `${method} ${path} ${part}: ${ajv.errorsText(validate.errors)} in ${
            JSON.stringify(media.example)
          }`,
        );
      }
    }
  }
});

Deno.test("a token without the scope is described as a body with the single field error (spec 7.1)", () => {
  const { MissingScope } = document.components.schemas;
  assert.deepEqual(Object.keys(MissingScope.properties), ["error"]);
  assert.equal(MissingScope.additionalProperties, false);
  const guarded = operations.filter(({ operation }) =>
    operation["x-svc-scope"] !== null && !operation["x-svc-credential"].includes("anonymous")
  );
  assert.ok(guarded.length > 10);
  for (const { path, operation } of guarded) {
    const schema = JSON.stringify(
      operation.responses["403"]?.content?.["application/json"]?.schema,
    );
    assert.match(schema, /MissingScope/, path);
  }
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

function byKey(a: { key: string }, b: { key: string }): number {
  return a.key < b.key ? -1 : 1;
}
