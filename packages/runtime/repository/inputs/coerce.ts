import type { JsonSchema } from "@svc/core/descriptor";
import { assertFlat, parsedJson } from "@svc/core/json";
import { propertiesOf } from "../../base/schema/properties.ts";

/**
 * Texts of a command line turned into what the schema asks for: numbers, integers (truncated),
 * booleans, arrays and objects. What does not fit stays as it is, for validation to name it.
 */
export function coerceInputs(
  inputs: Record<string, unknown>,
  schema: JsonSchema,
): Record<string, unknown> {
  const properties = propertiesOf(schema);
  const rest = schema["additionalProperties"];
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => {
      const property = Object.hasOwn(properties, name)
        ? properties[name]
        : typeof rest === "object" && rest !== null
        ? rest as JsonSchema
        : undefined;
      return [name, property === undefined ? value : coerce(value, property)];
    }),
  );
}

function coerce(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(value)) {
    const items = schema["items"] as JsonSchema | undefined;
    return items === undefined ? value : value.map((item) => coerce(item, items));
  }
  if (typeof value === "object" && value !== null) {
    return coerceInputs(value as Record<string, unknown>, schema);
  }
  if (typeof value !== "string") return value;
  const types = typesOf(schema);
  if (types.has("string")) return value;
  for (const type of types) {
    const coerced = ofType(value, type, schema);
    if (coerced !== undefined) return coerced;
  }
  return value;
}

/** The types a schema accepts, also through its branches, in their order. */
function typesOf(schema: JsonSchema): Set<string> {
  const own = schema["type"];
  const branches = ["anyOf", "oneOf"].flatMap((key) => (schema[key] ?? []) as JsonSchema[]);
  return new Set([
    ...(typeof own === "string" ? [own] : Array.isArray(own) ? own as string[] : []),
    ...branches.flatMap((branch) => [...typesOf(branch)]),
  ]);
}

function ofType(text: string, type: string, schema: JsonSchema): unknown {
  switch (type) {
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "number":
    case "integer": {
      const number = text.trim() === "" ? NaN : Number(text);
      if (!Number.isFinite(number)) return undefined;
      return type === "integer" ? Math.trunc(number) : number;
    }
    case "null":
      return text === "null" ? null : undefined;
    case "array":
    case "object": {
      const value = parsedJson(text);
      assertFlat(value);
      if (Array.isArray(value) !== (type === "array") || typeof value !== "object" || !value) {
        return undefined;
      }
      return coerce(value, schema);
    }
    default:
      return undefined;
  }
}
