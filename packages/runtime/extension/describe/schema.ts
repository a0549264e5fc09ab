import { z } from "zod";
import type { JsonSchema } from "@svc/core/descriptor";
import { unclearSchema } from "@svc/core/sensitive";
import type { Findings } from "./findings.ts";
import { inputReading } from "../../base/schema/input_reading.ts";

/** What every zod schema has, whichever copy of zod made it. */
export interface SchemaLike {
  _def: Record<string, unknown> & { type?: string };
  _zod?: object;
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
  if (isSchema(value)) {
    const schema = toJsonSchema(value);
    const unclear = unclearSchema(schema);
    if (unclear !== undefined) found.add(key, `cannot be searched for secrets: ${unclear}`);
    return schema;
  }
  found.add(key, value === undefined ? "is missing" : "must be a zod schema");
  return {};
}

/**
 * The JSON Schema of what goes into the zod schema `value`; undefined where {@linkcode inputReading}
 * finds it from the published one.
 */
export function inputAt(published: JsonSchema, value: unknown): JsonSchema | undefined {
  // One that says its JSON Schema itself has a single one.
  if (!isSchema(value) || Object.hasOwn(value["_zod"] ?? {}, "toJSONSchema")) return undefined;
  try {
    const input = jsonOf(value, "input");
    const derived = inputReading(published);
    return JSON.stringify(input) === JSON.stringify(derived) ? undefined : input;
  } catch {
    return undefined;
  }
}

/**
 * The JSON Schema 2020-12 of a zod schema. At the top level a property with a default is not
 * required; nested ones keep zod's own reading (extension format reference §4.4). A part that JSON
 * Schema cannot express, such as a date, may be anything.
 */
export function toJsonSchema(schema: SchemaLike): JsonSchema {
  try {
    const json = jsonOf(schema, "output");
    const properties = json["properties"] as Record<string, object> | undefined;
    keepRequired(json, (name) => !("default" in (properties?.[name] ?? {})));
    return json;
  } catch {
    // Of another library, or of an earlier release of zod.
    return marksSecret(schema) ? { sensitive: true } : {};
  }
}

function jsonOf(schema: SchemaLike, io: "input" | "output"): Record<string, unknown> {
  const json = z.toJSONSchema(schema as unknown as z.ZodType, {
    io,
    unrepresentable: "any",
    // A copy of zod of its own may keep descriptions in a registry of its own.
    override({ zodSchema, jsonSchema }) {
      const { _def: { type, in: before, out } } = zodSchema as unknown as SchemaLike;
      // What a function makes of a value has no shape; what goes in has one.
      if (type === "pipe" && (out as SchemaLike)._def.type === "transform") {
        const { $schema: _, ...shape } = jsonOf(before as SchemaLike, io);
        Object.assign(jsonSchema, shape);
      }
      for (const [key, value] of Object.entries(metaOf(zodSchema))) {
        if (key !== "id" && !(key in jsonSchema)) jsonSchema[key] = value;
      }
      markConverted(zodSchema as unknown as SchemaLike, jsonSchema);
      if (io === "input") {
        keepRequired(jsonSchema, (name) => !takesWithout(zodSchema as unknown as SchemaLike, name));
      }
    },
  });
  return JSON.parse(JSON.stringify(json)) as Record<string, unknown>;
}

function keepRequired(json: Record<string, unknown>, isKept: (name: string) => boolean): void {
  if (!Array.isArray(json["required"])) return;
  json["required"] = json["required"].filter(isKept);
  if ((json["required"] as string[]).length === 0) delete json["required"];
}

/** True when zod takes an object without the property, as one of `z.preprocess` or `.catch`. */
function takesWithout({ constructor, _def: { type, shape } }: SchemaLike, name: string): boolean {
  if (type !== "object") return false;
  try {
    // By itself, as what is made of others may throw.
    const definition = { type, shape: { [name]: (shape as Record<string, unknown>)[name] } };
    const alone = new (constructor as new (of: object) => SchemaLike)(definition);
    return (alone.safeParse({}) as { success: boolean }).success;
  } catch {
    return false;
  }
}

const SCALARS: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean"]);

/**
 * A schema that converts is shown by what comes out of it, while what goes in holds the secrets: it
 * is a secret as a whole, of any shape unless both ends are plain.
 */
function markConverted(schema: SchemaLike, json: Record<string, unknown>): void {
  // `z.coerce` makes its type of anything: what goes in may be of another.
  if (schema._def["coerce"] === true && json["sensitive"] !== undefined) delete json["type"];
  if (schema._def.type !== "pipe" || !marksSecret(schema)) return;
  const before = (schema._def["in"] as SchemaLike | undefined)?._def.type;
  if (!SCALARS.has(before) || !SCALARS.has(json["type"])) {
    for (const key of Object.keys(json)) {
      if (!["title", "description", "default"].includes(key)) delete json[key];
    }
  }
  json["sensitive"] = true;
}

/** What `.meta()` of a zod schema says, by any copy of zod. */
function metaOf(schema: unknown): Record<string, unknown> {
  const { meta } = schema as { meta?: () => unknown };
  const said = typeof meta === "function"
    ? meta.call(schema)
    // Schemas of zod 3 are in no registry.
    : "_zod" in (schema as object)
    ? z.globalRegistry.get(schema as z.core.$ZodType)
    : undefined;
  return typeof said === "object" && said !== null ? said as Record<string, unknown> : {};
}

/** True when metadata marks a secret. */
function isMarked(meta: Record<string, unknown>): boolean {
  const mark = meta["sensitive"];
  return mark !== undefined && mark !== false && mark !== null;
}

/** True when a zod schema, or one inside it, is marked as a secret. */
function marksSecret(schema: unknown): boolean {
  const seen = new Set<unknown>();
  const pending = [schema];
  while (pending.length > 0) {
    const at = pending.pop();
    if (typeof at !== "object" || at === null || seen.has(at)) continue;
    seen.add(at);
    const definition = (at as { _def?: Record<string, unknown> })._def;
    if (definition === undefined) {
      if (Array.isArray(at)) pending.push(...at);
      else if (Object.getPrototypeOf(at) === Object.prototype) pending.push(...Object.values(at));
      continue;
    }
    if (isMarked(metaOf(at))) return true;
    pending.push(...Object.values(definition));
    const { getter, type } = definition;
    if (type === "lazy" && typeof getter === "function") pending.push(getter());
  }
  return false;
}
