import type { ValidateFunction } from "ajv";
import assert from "node:assert/strict";
import { schemaCheck } from "../openapi/schema_check.ts";
import type { FuzzedOperation } from "./requests.ts";

/** Checks that a response has a declared status, and a body its schema describes. */
export function responseCheck(document: { components: unknown }) {
  const { compile, told: toldOf } = schemaCheck(document);
  const checks = new Map<string, ValidateFunction>();
  return (operation: FuzzedOperation, response: Response, text: string, told: string) => {
    const declared = operation.responses[String(response.status)];
    assert.ok(declared, `undeclared status: ${told}`);
    const schema = declared.content?.["application/json"]?.schema;
    if (!schema) return;
    assert.match(response.headers.get("content-type") ?? "", /^application\/json/, told);
    const key = `${operation.method} ${operation.path} ${response.status}`;
    const check = checks.get(key) ?? compile(schema);
    checks.set(key, check);
    assert.ok(check(JSON.parse(text)), `${toldOf(check)}: ${told}`);
  };
}
