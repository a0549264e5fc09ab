import { Validator } from "@seriousme/openapi-schema-validator";
import assert from "node:assert/strict";
import type { DescribedRow, JsonSchema, OpenApiDocument } from "../../openapi/mod.ts";
import { schemaCheck } from "./schema_check.ts";

interface Media {
  schema: JsonSchema;
  example?: unknown;
}

/** An operation of a description, with what it asks of the caller. */
export type DescribedOperation<Asks> = Asks & {
  method: string;
  path: string;
  operationId: string;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
};

/**
 * Tests a description as it is sent: valid, whole, and true to its schemas. Returns its operations.
 *
 * @param asks what a row's operation asks of the caller, by field; a second time, beside the product's
 */
export function testDescription<Row extends DescribedRow, Asks extends Record<string, unknown>>(
  sent: OpenApiDocument,
  rows: readonly (readonly [key: string, row: Row])[],
  asks: (row: Row) => Asks,
): DescribedOperation<Asks>[] {
  const document = JSON.parse(JSON.stringify(sent)) as OpenApiDocument;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      ({ ...operation, method: method.toUpperCase(), path }) as unknown as DescribedOperation<Asks>
    )
  );

  Deno.test("the description is valid OpenAPI 3.1 to an independent validator", async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document) as never);
    assert.deepEqual(result.errors ?? [], []);
    assert.equal(result.valid, true);
    assert.equal(validator.version, "3.1");
  });

  Deno.test("every row is described with what it asks of the caller, and nothing else is", () => {
    const described = operations.map(({ method, path, ...operation }) => {
      const own = Object.entries(operation).filter(([field]) => field.startsWith("x-svc-"));
      return { method, path, ...Object.fromEntries(own) };
    });
    const stated = rows.map(([key, row]) => {
      const { method, path } = row;
      return { method, path, "x-svc-key": key, ...asks(row) };
    });
    assert.deepEqual(described.toSorted(byAddress), stated.toSorted(byAddress));
  });

  Deno.test("every operation has an identifier of its own", () => {
    const ids = operations.map(({ operationId }) => operationId);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.match(id, /^[a-z][A-Za-z]*$/);
  });

  Deno.test("patterns are ones that other languages read, with and without the flag u", () => {
    const patterns = new Set<string>();
    JSON.stringify(document, (key, value) => {
      if (key === "pattern" && typeof value === "string") patterns.add(value);
      return value;
    });
    assert.ok(patterns.size > 0);
    for (const pattern of patterns) {
      assert.doesNotMatch(pattern, /\\[pP]\{|\\u\{|\\u202[89]|\(\?[^:]/, pattern);
      assert.ok(new RegExp(pattern) && new RegExp(pattern, "u"));
    }
  });

  Deno.test("every example is what its schema describes", () => {
    const { compile, told } = schemaCheck(document);
    for (const { method, path, requestBody, responses } of operations) {
      for (const [part, body] of Object.entries({ request: requestBody, ...responses })) {
        for (const { schema, example } of Object.values(body?.content ?? {})) {
          if (example === undefined) continue;
          const check = compile(schema);
          const shown = `${method} ${path} ${part}: ${JSON.stringify(example)}`;
          assert.ok(check(example), `${shown}: ${told(check)}`);
        }
      }
    }
  });

  return operations;
}

function byAddress(a: { method: string; path: string }, b: { method: string; path: string }) {
  return `${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1;
}
