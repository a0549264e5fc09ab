import type { ErrorCode } from "@svc/core/error";
import type { PolicyRow } from "@svc/core/policy";
import { isRole } from "@svc/core/role";
import { codesOfInput, ERROR_SCHEMA, errorResponses, type JsonSchema } from "@svc/http/openapi";
import type { Endpoint } from "../endpoint/endpoint.ts";

/** The shapes of refusals (design §4): every one but the missing scope, which has the single field `error`. */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Error: ERROR_SCHEMA,
  MissingScope: {
    type: "object",
    properties: { error: { type: "string", pattern: "requires the .+ scope$" } },
    required: ["error"],
    additionalProperties: false,
    example: { error: "This token requires the collective:read scope" },
  },
};

/** Every code an endpoint may refuse with: its own, and those that follow from its row and shapes. */
function errorCodesOf(endpoint: Endpoint, row: PolicyRow): ErrorCode[] {
  const codes = new Set<ErrorCode>(["rate_limited"]);
  if (row.credentials.some((kind) => kind !== "anonymous")) {
    codes.add("invalid_api_key").add("token_expired");
  }
  if (row.role === "operator") codes.add("not_found").add("forbidden");
  else if (!row.credentials.includes("anonymous")) {
    codes.add("not_authenticated").add(
      row.credentials.includes("session") ? "session_required" : "forbidden",
    );
    if (row.credentials.includes("session")) codes.add("forbidden");
    if (row.scope) codes.add("missing_scope");
  }
  if (row.proof !== undefined) codes.add("proof_required");
  if (row.proof !== undefined && !row.onHold) codes.add("account_on_hold");
  if (row.path.includes("{slug}")) {
    codes.add("not_found");
    if (row.credentials.includes("collectiveToken")) codes.add("wrong_collective");
  }
  // What a collective gave away is not changed by the name that it had.
  if (/\{name\}/.test(row.path) && !row.credentials.includes("anonymous")) {
    codes.add("extension_moved");
  }
  if (isRole(row.role)) codes.add("role_too_low");
  if (isRole(row.role) && row.method !== "GET" && !row.givesUp) {
    codes.add("collective_suspended");
    codes.add("second_factor_missing");
  }
  for (const code of [...codesOfInput(endpoint), ...endpoint.errors ?? []]) codes.add(code);
  return [...codes];
}

/** The refusals of an endpoint by status. */
export function refusalsOf(endpoint: Endpoint, row: PolicyRow): Record<string, JsonSchema> {
  return errorResponses(errorCodesOf(endpoint, row), { bodyOf });
}

function bodyOf(codes: readonly ErrorCode[], error: JsonSchema): JsonSchema {
  if (!codes.includes("missing_scope")) return error;
  return { anyOf: [error, { $ref: "#/components/schemas/MissingScope" }] };
}
