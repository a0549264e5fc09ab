import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv";
import formats from "ajv-formats";
import assert from "node:assert/strict";
import type { FuzzedOperation } from "./requests.ts";

/** Checks that a response has a declared status, and a body its schema describes. */
export function responseCheck(document: { components: unknown }) {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  formats.default(ajv as never);
  ajv.addSchema({ $id: "document", components: document.components });
  const checks = new Map<string, ValidateFunction>();
  return (operation: FuzzedOperation, response: Response, text: string, told: string) => {
    const declared = operation.responses[String(response.status)];
    assert.ok(declared, `undeclared status: ${told}`);
    const schema = declared.content?.["application/json"]?.schema;
    if (!schema) return;
    assert.match(response.headers.get("content-type") ?? "", /^application\/json/, told);
    const key = `${operation.method} ${operation.path} ${response.status}`;
    const check = checks.get(key) ??
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
    checks.set(key, check);
    assert.ok(check(JSON.parse(text)), `${ajv.errorsText(check.errors)}: ${told}`);
  };
}
