import type { JsonSchema } from "@svc/core/descriptor";
import { coerceInputs } from "../../repository/inputs/coerce.ts";
import { withoutSecrets } from "../../repository/inputs/sensitive.ts";
import { holdsExpression } from "../../repository/inputs/template.ts";

/** Expressions stay as they were written; a secret in the clear does not, nor one inside a JSON text. */
export function shownArguments(
  schema: JsonSchema,
  values: Record<string, unknown>,
): Record<string, unknown> {
  return withoutSecrets(schema, coerceInputs(values, schema), { expressions: true });
}

/** The parts of secrets that were texts of JSON and became mappings or lists: each is a secret, too. */
export function parsedSecrets(shown: unknown, value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if (typeof shown === "string") return holdsExpression(shown) ? [value] : [];
  if (typeof shown !== "object" || shown === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    Object.hasOwn(shown, key) ? parsedSecrets((shown as Record<string, unknown>)[key], part) : []
  );
}
