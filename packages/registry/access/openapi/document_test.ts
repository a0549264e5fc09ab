import { POLICY_ROWS } from "@svc/core/policy";
import assert from "node:assert/strict";
import { testDescription } from "../../../http/testing/openapi/description.ts";
import { createEndpoints } from "../../endpoints.ts";
import { describe } from "./document.ts";

// Spec 4.4.
const document = describe(createEndpoints(), "http://registry.test");
const operations = testDescription(
  document,
  POLICY_ROWS,
  ({ scope, role, credentials, proof }) => ({
    "x-svc-scope": scope ?? null,
    "x-svc-role": role,
    "x-svc-credential": [...credentials],
    ...(proof === undefined ? {} : { "x-svc-proof": proof }),
  }),
);

Deno.test("a token without the scope is described as a body with the single field error (spec 7.1)", () => {
  const MissingScope = document.components.schemas.MissingScope!;
  assert.deepEqual(Object.keys(MissingScope.properties as object), ["error"]);
  assert.equal(MissingScope.additionalProperties, false);
  const guarded = operations.filter((operation) =>
    operation["x-svc-scope"] !== null && !operation["x-svc-credential"].includes("anonymous")
  );
  assert.ok(guarded.length > 10);
  for (const { path, responses } of guarded) {
    const schema = JSON.stringify(responses["403"]?.content?.["application/json"]?.schema);
    assert.match(schema, /MissingScope/, path);
  }
});
