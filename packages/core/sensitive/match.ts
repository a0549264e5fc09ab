import { itemSchemas, propertySchemas } from "./children.ts";
import type { Schema, SchemaDocument } from "./document.ts";
import { isContainer } from "./keywords.ts";

/** Kinds of values. A text may be read as a number or boolean; nothing else turns into another. */
type Kind = "null" | "string" | "number" | "boolean" | "array" | "object";

/** Answers whether a value could be meant by a schema: false only when it certainly is not. */
export type Matcher = (schema: unknown, value: unknown) => boolean;

/**
 * A matcher for a document. It is generous, as arguments are coerced and completed by a module's own
 * schema: a text passes for a number or boolean, missing and further properties are no reason, and an
 * expression may become anything.
 */
export function matcher(document: SchemaDocument): Matcher {
  const known = new Map<unknown, Map<unknown, boolean>>();

  const could: Matcher = (schema, value) => {
    if (schema === false) return false;
    if (!isContainer(schema) || Array.isArray(schema)) return true;
    if (typeof value === "string" && value.includes("${{")) return true;
    let values = known.get(schema);
    if (values === undefined) known.set(schema, values = new Map());
    const before = values.get(value);
    if (before !== undefined) return before;
    // What refers back to itself meets this answer.
    values.set(value, true);
    const result = decide(schema, value);
    values.set(value, result);
    return result;
  };

  const decide = (schema: Schema, value: unknown): boolean => {
    if (admits(schema, value) === false || !fitsConstants(schema, value)) return false;
    if ((document.targets(schema) ?? []).some((target) => !could(target, value))) return false;
    const list = (key: string) => Array.isArray(schema[key]) ? schema[key] : [];
    if (list("allOf").some((part) => !could(part, value))) return false;
    for (const key of ["anyOf", "oneOf"]) {
      if (list(key).length > 0 && !list(key).some((part) => could(part, value))) return false;
    }
    if (!isContainer(value)) return true;
    if (Array.isArray(value)) {
      const { prefixItems, items } = schema;
      return value.every((item, index) =>
        itemSchemas({ prefixItems, items }, index).every((part) => could(part, item))
      );
    }
    const { properties, additionalProperties: rest, patternProperties } = schema;
    // A plain object drops what it does not declare, though its schema says "false".
    const declared = isContainer(rest)
      ? { properties, patternProperties, additionalProperties: rest }
      : { properties };
    return Object.entries(value).every(([name, part]) =>
      part === undefined ||
      propertySchemas(defined(declared), name).every((one) => could(one, part))
    );
  };
  return could;
}

/** Whether `type` admits a value of this kind; undefined when the schema has none. */
export function admits(schema: Schema, value: unknown): boolean | undefined {
  const type = Object.hasOwn(schema, "type") ? schema["type"] : undefined;
  if (type === undefined) return undefined;
  const types = Array.isArray(type) ? type : [type];
  const kind = kindOf(value);
  return types.some((one) => {
    const wanted = one === "integer" ? "number" : one;
    return wanted === kind || (kind === "string" && (wanted === "number" || wanted === "boolean"));
  });
}

/** True for an object without a property that a schema requires, and for which it has no default. */
export function lacksRequired(
  document: SchemaDocument,
  schema: unknown,
  value: unknown,
): boolean {
  if (!isContainer(schema) || !isContainer(value) || Array.isArray(value)) return false;
  return [schema, ...document.targets(schema) ?? []].some(({ required, properties }) =>
    Array.isArray(required) && required.some((name) => {
      const property = isContainer(properties) && Object.hasOwn(properties, name)
        ? properties[name]
        : undefined;
      const isFilled = isContainer(property) && Object.hasOwn(property, "default");
      return value[name] === undefined && !isFilled;
    })
  );
}

function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  const kind = typeof value;
  return kind === "object" || kind === "number" || kind === "boolean" ? kind : "string";
}

function fitsConstants(schema: Schema, value: unknown): boolean {
  const allowed = Object.hasOwn(schema, "const")
    ? [schema["const"]]
    : Array.isArray(schema["enum"])
    ? schema["enum"]
    : undefined;
  return allowed === undefined ||
    allowed.some((one) =>
      isContainer(one) || isContainer(value)
        ? kindOf(one) === kindOf(value)
        : String(one) === String(value)
    );
}

function defined(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([, part]) => part !== undefined));
}
