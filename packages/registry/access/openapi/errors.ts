import { ERROR_CODES, type ErrorCode } from "@svc/core/error";
import type { PolicyRow } from "@svc/core/policy";
import type { Endpoint } from "../endpoint/endpoint.ts";
import type { JsonSchema } from "./schemas.ts";

/** The shapes of refusals (design §4): every one but the missing scope, which has the single field `error`. */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Error: {
    type: "object",
    properties: {
      error: { type: "string", description: "What was refused and why, for people" },
      code: { type: "string", enum: Object.keys(ERROR_CODES), description: "Stable; branch on it" },
      hint: { type: "string", description: "The shortest fix" },
      details: {
        type: "array",
        description: "One entry a wrong field",
        items: {
          type: "object",
          properties: { path: { type: "string" }, message: { type: "string" } },
          required: ["path", "message"],
          additionalProperties: false,
        },
      },
    },
    required: ["error", "code"],
    additionalProperties: false,
    example: { error: "No such collective", code: "not_found" },
  },
  MissingScope: {
    type: "object",
    properties: { error: { type: "string", pattern: "requires the .+ scope$" } },
    required: ["error"],
    additionalProperties: false,
    example: { error: "This token requires the collective:read scope" },
  },
};

/** Every code an endpoint may refuse with: its own, and those that follow from its row and shapes. */
export function errorCodesOf(endpoint: Endpoint, row: PolicyRow): ErrorCode[] {
  const codes = new Set<ErrorCode>(["invalid_api_key", "token_expired", "rate_limited"]);
  if (!row.credentials.includes("anonymous")) {
    codes.add("not_authenticated").add(
      row.credentials.includes("session") ? "session_required" : "forbidden",
    );
    if (row.credentials.includes("session")) codes.add("forbidden");
    if (row.scope) codes.add("missing_scope");
  }
  if (row.path.includes("{slug}")) {
    codes.add("not_found");
    if (row.credentials.includes("collectiveToken")) codes.add("wrong_collective");
  }
  if (row.role !== "none" && row.role !== "any") codes.add("role_too_low");
  if (endpoint.params || endpoint.query || endpoint.body) codes.add("validation_failed");
  if (endpoint.body) {
    codes.add("malformed_body").add("unsupported_media_type").add("body_too_large");
  }
  for (const code of endpoint.errors ?? []) codes.add(code);
  return [...codes];
}

/** The refusals by status, with the codes each answers for. */
export function errorResponses(codes: readonly ErrorCode[]): Record<string, JsonSchema> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = ERROR_CODES[code];
    byStatus.set(status, [...byStatus.get(status) ?? [], code]);
  }
  return Object.fromEntries(
    [...byStatus].sort(([a], [b]) => a - b).map(([status, list]) => [String(status), {
      description: `Refused: ${list.join(", ")}`,
      ...(status === 429 ? { headers: { "Retry-After": RETRY_AFTER } } : {}),
      content: { "application/json": { schema: bodyOf(list) } },
    }]),
  );
}

const RETRY_AFTER = { description: "Seconds to wait", schema: { type: "integer", minimum: 1 } };

function bodyOf(codes: readonly ErrorCode[]): JsonSchema {
  const error = { $ref: "#/components/schemas/Error" };
  if (!codes.includes("missing_scope")) return error;
  return { anyOf: [error, { $ref: "#/components/schemas/MissingScope" }] };
}
