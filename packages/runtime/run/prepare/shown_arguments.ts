import type { JsonSchema } from "@svc/core/descriptor";
import { coerceInputs } from "../../repository/inputs/coerce.ts";
import { withoutSecrets } from "../../repository/inputs/sensitive.ts";

/** Expressions stay as they were written; a secret in the clear does not, nor one inside a JSON text. */
export function shownArguments(
  schema: JsonSchema,
  values: Record<string, unknown>,
): Record<string, unknown> {
  return withoutSecrets(schema, coerceInputs(values, schema), { expressions: true });
}
