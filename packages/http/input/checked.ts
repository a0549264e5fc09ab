import { SvcError } from "@svc/core/error";
import type { z } from "zod";

/**
 * `value` as `schema` has it.
 *
 * @param where `path`, `query` or `body`, for the message
 * @throws SvcError `validation_failed` with each wrong field's path, or `malformed_body` for a
 *   body that is missing or is not an object
 */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  where: "path" | "query" | "body",
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues;
  if (
    where === "body" &&
    (value === undefined ||
      issues.every((issue) => issue.path.length === 0 && issue.code === "invalid_type"))
  ) {
    throw new SvcError(
      "malformed_body",
      value === undefined ? "The request needs a JSON body" : "The body must be a JSON object",
      { hint: "Send a JSON object as the body." },
    );
  }
  const details = issues.map((issue) => ({
    path: issue.path.map(String).join(".") || where,
    message: issue.message,
  }));
  const first = details[0]!;
  throw new SvcError(
    "validation_failed",
    `The ${where} is not valid: ${first.path}: ${first.message}`,
    {
      hint: `Fix ${[...new Set(details.map(({ path }) => path))].join(", ")}.`,
      details,
    },
  );
}
