import { isRecord } from "@svc/core/json";

/**
 * A schema of OpenAPI 3.0 as JSON Schema: `nullable` becomes a type, references lead to `rename`.
 *
 * `oneOf` becomes `anyOf`: the description uses it for shapes of which several fit one answer (a
 * public and a private user), which "exactly one" would refuse.
 */
export function jsonSchema(schema: unknown, rename: (reference: string) => string): unknown {
  if (Array.isArray(schema)) return schema.map((one) => jsonSchema(one, rename));
  if (!isRecord(schema)) return schema;
  const { nullable, oneOf, example: _example, examples: _examples, ...rest } = schema;
  const converted: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(rest)) {
    converted[key] = key === "$ref" && typeof value === "string"
      ? rename(value)
      : key === "enum"
      ? value
      : key === "properties"
      ? mapped(value, rename)
      : jsonSchema(value, rename);
  }
  if (oneOf !== undefined) {
    converted.anyOf = [...converted.anyOf as unknown[] ?? [], ...jsonSchema(oneOf, rename) as []];
  }
  return nullable === true ? { anyOf: [converted, { type: "null" }] } : converted;
}

/** The properties may have names that are keywords elsewhere, such as `example` or `nullable`. */
function mapped(properties: unknown, rename: (reference: string) => string): unknown {
  return Object.fromEntries(
    Object.entries(properties as object).map(([name, one]) => [name, jsonSchema(one, rename)]),
  );
}
