import { z } from "zod";
import type { JsonSchema } from "@svc/core/descriptor";
import type { Findings } from "./findings.ts";

/** What every zod schema has, whichever copy of zod made it. */
export interface SchemaLike {
  _def: Record<string, unknown> & { type?: string };
  parse(value: unknown): unknown;
  safeParse(value: unknown): unknown;
}

/** True when `value` is a zod schema: told by its shape, as an extension may carry its own zod. */
export function isSchema(value: unknown): value is SchemaLike {
  return typeof value === "object" && value !== null && "_def" in value && "parse" in value &&
    "safeParse" in value && typeof value.parse === "function" &&
    typeof value.safeParse === "function";
}

/** The JSON Schema of the zod schema at `key`, or an empty one after a finding. */
export function schemaAt(key: string, value: unknown, found: Findings): JsonSchema {
  if (isSchema(value)) return toJsonSchema(value);
  found.add(key, value === undefined ? "is missing" : "must be a zod schema");
  return {};
}

/**
 * The JSON Schema 2020-12 of a zod schema. At the top level a property with a default is not
 * required; nested ones keep zod's own reading (extension format reference §4.4). Schemas that JSON
 * Schema cannot express are described by their shape alone.
 */
export function toJsonSchema(schema: SchemaLike): JsonSchema {
  try {
    const json = z.toJSONSchema(schema as unknown as z.ZodType, {
      // A copy of zod of its own may keep descriptions in a registry of its own.
      override({ zodSchema, jsonSchema }) {
        const meta = (zodSchema as { meta?: () => unknown }).meta?.();
        if (typeof meta !== "object" || meta === null) return;
        for (const [key, value] of Object.entries(meta)) {
          if (key !== "id" && !(key in jsonSchema)) jsonSchema[key] = value;
        }
      },
    });
    return withoutDefaulted(JSON.parse(JSON.stringify(json)) as Record<string, unknown>);
  } catch {
    return withoutDefaulted(shapeOf(schema));
  }
}

function withoutDefaulted(schema: Record<string, unknown>): JsonSchema {
  const required = schema["required"];
  const properties = schema["properties"] as Record<string, Record<string, unknown>> | undefined;
  if (!Array.isArray(required) || properties === undefined) return schema;
  const left = required.filter((name: string) => !("default" in (properties[name] ?? {})));
  const { required: _, ...rest } = schema;
  if (left.length === 0) return rest;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === "required" ? left : value]),
  );
}

/** A schema by its outer shape only, for what `z.toJSONSchema` refuses. */
function shapeOf(schema: SchemaLike): Record<string, unknown> {
  const definition = schema._def as Record<string, unknown> & { type?: string };
  const inner = (definition["innerType"] ?? definition["in"] ?? definition["schema"]) as
    | SchemaLike
    | undefined;
  switch (definition.type) {
    case "string":
    case "number":
    case "boolean":
      return {
        type: definition.type,
        ...(typeof definition["format"] === "string" ? { format: definition["format"] } : {}),
      };
    case "optional":
    case "nullable":
    case "default":
    case "pipe":
      return isSchema(inner) ? shapeOf(inner) : {};
    case "array":
      return { type: "array", items: shapeOf(definition["element"] as SchemaLike) };
    case "record":
      return {
        type: "object",
        additionalProperties: shapeOf(definition["valueType"] as SchemaLike),
      };
    case "enum":
      return { type: "string", enum: Object.values(definition["entries"] as object) };
    case "literal": {
      const value = (definition["values"] as unknown[] | undefined)?.[0];
      return { type: typeof value, const: value };
    }
    case "object": {
      const shape = definition["shape"] as Record<string, SchemaLike>;
      const entries = Object.entries(shape);
      const required = entries
        .filter(([, value]) => !["optional", "default"].includes(value._def.type ?? ""))
        .map(([name]) => name);
      return {
        type: "object",
        properties: Object.fromEntries(entries.map(([name, value]) => [name, shapeOf(value)])),
        ...(required.length === 0 ? {} : { required }),
      };
    }
    default:
      return {};
  }
}
