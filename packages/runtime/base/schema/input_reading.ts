import type { JsonSchema, ResourceSpec } from "@svc/core/descriptor";
import { isRecord } from "@svc/core/json";

/**
 * The schema that values are checked with, from the one that is published. Zod's `parse` takes a plain
 * object with further keys and without those that have a default, at any depth, while the published
 * schema says what comes out of it (extension format reference §4.4).
 *
 * @param input what zod says of what goes in, kept where it is not what follows from the published one
 */
export function inputReading(published: JsonSchema, input?: JsonSchema): JsonSchema {
  return input ?? derived(published);
}

/** As {@linkcode inputReading}, for arguments: what is not declared at the top has been mistyped. */
export function argumentsReading(published: JsonSchema, input?: JsonSchema): JsonSchema {
  const { additionalProperties } = published;
  const reading = inputReading(published, input);
  return additionalProperties === undefined ? reading : { ...reading, additionalProperties };
}

/** True when the author refuses keys that a resource does not declare: `z.strictObject`, `.strict()`. */
export function isStrict({ input }: Pick<ResourceSpec, "input">): boolean {
  return input?.["additionalProperties"] === false;
}

const known = new WeakMap<JsonSchema, JsonSchema>();

function derived(schema: JsonSchema): JsonSchema {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const result = part(schema) as JsonSchema;
  known.set(schema, result);
  return result;
}

/** Keywords whose value is data, not a schema. */
const DATA: ReadonlySet<string> = new Set(["const", "default", "enum", "examples"]);

/** Keywords whose value has a schema for each of its names. */
const NAMED: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
  "definitions",
]);

function part(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(part);
  if (!isRecord(schema)) return schema;
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "additionalProperties" && value === false) continue;
    if (key === "required") {
      const required = requiredWithout(value, schema["properties"]);
      if (required !== undefined) result[key] = required;
    } else if (NAMED.has(key) && isRecord(value)) {
      result[key] = Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, part(one)]),
      );
    } else result[key] = DATA.has(key) ? value : part(value);
  }
  return result;
}

/** The required properties that have no default; undefined for none. */
function requiredWithout(required: unknown, properties: unknown): unknown {
  if (!Array.isArray(required) || !isRecord(properties)) return required;
  const left = required.filter((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return !isRecord(property) || !Object.hasOwn(property, "default");
  });
  return left.length === 0 ? undefined : left;
}
