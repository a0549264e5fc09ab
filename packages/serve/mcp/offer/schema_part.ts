import type { JsonSchema } from "@svc/core/descriptor";
import { isRecord } from "@svc/core/json";
import { isPlain, plainWords } from "./words.ts";

/** Levels of a schema that are shown. */
const MOST_DEPTH = 12;

/** Parts of a schema that are shown, references opened. */
const MOST_PARTS = 1500;

/** Characters of a description, and of a text among the values of an `enum`. */
const MOST_WORDS = 300;
const MOST_VALUE = 200;

/** Names of properties that every client and model takes; one other makes some refuse all tools. */
const PROPERTY = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Names that mean something to careless programs in JavaScript. */
const NEVER = new Set(["__proto__", "constructor", "prototype"]);

const TYPES = new Set<unknown>([
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
]);
const NUMBERS = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
];
const LISTS = ["anyOf", "oneOf", "allOf"];
const LEFT_OUT = ["not", "if", "dependentSchemas", "pattern", "patternProperties"];

/** Raised for a schema that is too large or too deep to be shown. */
export class TooMuch extends Error {}

/** A stranger's schema while it is read. */
export interface Reading {
  root: JsonSchema;
  /** How many parts were read. */
  parts: number;
  /** References that are being followed. */
  within: Set<string>;
  /** False once something was left out. */
  whole: boolean;
}

/** True for a property's name that may be shown. */
export function isName(name: string): boolean {
  return PROPERTY.test(name) && !NEVER.has(name);
}

/** True for a type as JSON Schema names it. */
export function isType(type: unknown): type is string {
  return TYPES.has(type);
}

/**
 * A part of a stranger's schema with what is known and harmless of it.
 *
 * @throws TooMuch
 */
export function shownPart(reading: Reading, schema: unknown, depth: number): JsonSchema | boolean {
  if (typeof schema === "boolean") return schema;
  if (!isRecord(schema)) return {};
  reading.parts += 1;
  if (reading.parts > MOST_PARTS || depth > MOST_DEPTH) throw new TooMuch();
  if (schema["$ref"] !== undefined) return followed(reading, schema["$ref"], depth);
  // A pattern can keep a client busy for ever; svc checks it within a time limit.
  if (LEFT_OUT.some((key) => schema[key] !== undefined)) reading.whole = false;
  return {
    ...words(schema),
    ...values(reading, schema),
    ...limits(schema),
    ...properties(reading, schema, depth),
    ...items(reading, schema, depth),
    ...alternatives(reading, schema, depth),
  };
}

/** What a reference stands for; in a circle, and outside of the schema, that is anything. */
function followed(reading: Reading, ref: unknown, depth: number): JsonSchema | boolean {
  const target = typeof ref === "string" ? targetOf(reading.root, ref) : undefined;
  if (target === undefined || reading.within.has(ref as string)) {
    reading.whole = false;
    return {};
  }
  reading.within.add(ref as string);
  const part = shownPart(reading, target, depth + 1);
  reading.within.delete(ref as string);
  return part;
}

/** What a reference within the same schema names. Nothing is ever fetched. */
function targetOf(root: JsonSchema, ref: string): unknown {
  if (ref === "#") return root;
  if (!ref.startsWith("#/") || ref.length > 500) return undefined;
  let part: unknown = root;
  for (const step of ref.slice(2).split("/")) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, key)) return undefined;
    part = (part as Record<string, unknown>)[key];
  }
  return part;
}

function words({ type, description }: JsonSchema): JsonSchema {
  const types = Array.isArray(type) ? type.filter(isType) : [];
  return {
    ...(isType(type) ? { type } : types.length > 0 ? { type: types } : {}),
    ...(typeof description === "string" && description.trim() !== ""
      ? { description: plainWords(description, MOST_WORDS) }
      : {}),
  };
}

function values(reading: Reading, schema: JsonSchema): JsonSchema {
  const { enum: list, const: only, default: standard } = schema;
  const isListShown = Array.isArray(list) && list.length > 0 && list.length <= 100 &&
    list.every(isShown);
  if ((list !== undefined && !isListShown) || (only !== undefined && !isShown(only))) {
    reading.whole = false;
  }
  return {
    ...(isListShown ? { enum: list } : {}),
    ...(only !== undefined && isShown(only) ? { const: only } : {}),
    ...(standard !== undefined && isShown(standard) ? { default: standard } : {}),
  };
}

/** A value that may stand in a schema as it is. */
function isShown(value: unknown): boolean {
  return value === null || typeof value === "boolean" || Number.isFinite(value) ||
    (typeof value === "string" && isPlain(value, MOST_VALUE));
}

function limits(schema: JsonSchema): JsonSchema {
  const { format, uniqueItems } = schema;
  const kept = NUMBERS.filter((key) => Number.isFinite(schema[key]));
  return {
    ...Object.fromEntries(kept.map((key) => [key, schema[key]])),
    ...(typeof format === "string" && /^[a-z][a-z-]{1,30}$/.test(format) ? { format } : {}),
    ...(uniqueItems === true ? { uniqueItems } : {}),
  };
}

function properties(reading: Reading, schema: JsonSchema, depth: number): JsonSchema {
  const { properties, required, additionalProperties: others } = schema;
  const named = isRecord(properties) ? Object.entries(properties) : [];
  const kept = named.filter(([name]) => isName(name));
  const names = new Set<unknown>(kept.map(([name]) => name));
  const needed = Array.isArray(required) ? required.filter((name) => names.has(name)) : [];
  const isOpen = kept.length < named.length || isRecord(schema["patternProperties"]);
  if (isOpen) reading.whole = false;
  const below = (part: unknown) => shownPart(reading, part, depth + 1);
  return {
    ...(isRecord(properties)
      ? { properties: Object.fromEntries(kept.map(([name, part]) => [name, below(part)])) }
      : {}),
    ...(needed.length > 0 ? { required: needed } : {}),
    ...(others === undefined || (isOpen && others === false)
      ? {}
      : { additionalProperties: below(others) }),
  };
}

function items(reading: Reading, { items, prefixItems }: JsonSchema, depth: number): JsonSchema {
  const below = (part: unknown) => shownPart(reading, part, depth + 1);
  return {
    ...(items === undefined ? {} : { items: below(items) }),
    ...(Array.isArray(prefixItems) ? { prefixItems: prefixItems.slice(0, 50).map(below) } : {}),
  };
}

function alternatives(reading: Reading, schema: JsonSchema, depth: number): JsonSchema {
  const found = LISTS.filter((key) => Array.isArray(schema[key]) && schema[key].length > 0);
  return Object.fromEntries(
    found.map((key) => [
      key,
      (schema[key] as unknown[]).map((part) => shownPart(reading, part, depth + 1)),
    ]),
  );
}
