import { ERROR_CODES, type ErrorCode } from "@svc/core/error";
import type { JsonSchema } from "./schemas.ts";

/** The shape of a refusal (design §4). */
export const ERROR_SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    error: { type: "string", description: "What went wrong and why, for people" },
    code: { type: "string", enum: Object.keys(ERROR_CODES), description: "Stable; branch on it" },
    hint: { type: "string", description: "How to fix it" },
    details: {
      type: "array",
      description: "One entry for each invalid field",
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
  example: { error: "There is no collective 'acme'", code: "not_found" },
};

const ERROR: JsonSchema = { $ref: "#/components/schemas/Error" };

/**
 * The refusals by status, with the codes each answers for.
 *
 * @param bodyOf the schema of a refusal by one of these codes; by default that of all refusals
 */
export function errorResponses(
  codes: readonly ErrorCode[],
  { bodyOf = () => ERROR, statuses = {} }: {
    bodyOf?: (codes: readonly ErrorCode[], error: JsonSchema) => JsonSchema;
    /** Statuses of codes that answer with another one than usual. */
    statuses?: Partial<Record<ErrorCode, number>>;
  } = {},
): Record<string, JsonSchema> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = statuses[code] ?? ERROR_CODES[code];
    byStatus.set(status, [...byStatus.get(status) ?? [], code]);
  }
  return Object.fromEntries(
    [...byStatus].sort(([a], [b]) => a - b).map(([status, list]) => [String(status), {
      description: `Refused: ${list.join(", ")}`,
      ...(status === 429 ? { headers: { "Retry-After": RETRY_AFTER } } : {}),
      content: { "application/json": { schema: bodyOf(list, ERROR) } },
    }]),
  );
}

const RETRY_AFTER = { description: "Seconds to wait", schema: { type: "integer", minimum: 1 } };
