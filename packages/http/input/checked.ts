import { SvcError } from "@svc/core/error";
import type { z } from "zod";

/** What an entry of each type is, in words. */
const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** What is wrong with an entry whose schema has no words of its own, as a form shows it beside a field. */
export function plainWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type") {
    const type = TYPES[issue.expected];
    if (type === undefined) return undefined;
    return issue.input === undefined ? "is missing" : `must be ${type}`;
  }
  if (issue.code !== "too_small" && issue.code !== "too_big") return undefined;
  const least = issue.code === "too_small";
  const limit = least ? issue.minimum : issue.maximum;
  const bound = `${least ? "at least" : "at most"} ${limit}`;
  if (issue.origin === "number") return issue.inclusive === false ? undefined : `must be ${bound}`;
  const unit = { string: "character", array: "entry" }[issue.origin as string];
  if (unit === undefined) return undefined;
  if (least && limit === 1) return "must not be empty";
  return `must have ${bound} ${Number(limit) === 1 ? unit : unit.replace(/y$/, "ie") + "s"}`;
}

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
  const result = schema.safeParse(value, { error: plainWords });
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
