import type { JsonSchema } from "@svc/core/descriptor";
import { type Chain, chainAt, type Link } from "./chain.ts";
import { elements, entries, settled, text } from "./expression.ts";
import { literalText } from "./literal.ts";
import type { Place, Reader } from "./reader.ts";

/** A schema as far as its text says. */
export interface ReadSchema {
  json: Record<string, unknown>;
  /** True for a field that may be left out. */
  optional: boolean;
}

/** Schemas within schemas: what is deeper is anything. */
const DEPTH = 12;

/** What the factories of zod make, by name; the rest may be anything. */
const TYPES: Readonly<Record<string, string>> = {
  string: "string",
  email: "string",
  url: "string",
  uuid: "string",
  guid: "string",
  iso: "string",
  stringbool: "string",
  number: "number",
  int: "integer",
  float64: "number",
  boolean: "boolean",
  null: "null",
  enum: "string",
  nativeEnum: "string",
  array: "array",
  tuple: "array",
  object: "object",
  strictObject: "object",
  looseObject: "object",
  record: "object",
  partialRecord: "object",
};

/**
 * The JSON Schema that a zod schema is as far as it is written out; an empty one, which allows
 * anything, for the rest. A field with a default may be left out (spec §2.7, family E).
 */
export function schemaText(reader: Reader, place: Place, depth = DEPTH): ReadSchema {
  reader.step();
  if (depth === 0) return { json: {}, optional: false };
  const chain = chainAt(reader, place);
  if (chain === undefined) {
    const behind = settled(reader, place);
    return behind.at === place.at && behind.module === place.module
      ? { json: {}, optional: false }
      : schemaText(reader, behind, depth - 1);
  }
  const { read, rest } = begin(reader, chain, depth);
  for (const link of rest) apply(reader, read, link, depth);
  return read;
}

/** The schema that a chain begins with, and the links that change it. */
function begin(
  reader: Reader,
  { base, links }: Chain,
  depth: number,
): { read: ReadSchema; rest: Link[] } {
  if (base === "zod") {
    const [first, ...rest] = links.filter(({ name }) => name !== "coerce");
    return { read: { json: first ? made(reader, first, depth) : {}, optional: false }, rest };
  }
  const read = schemaText(reader, base, depth - 1);
  const shape = links.findIndex(({ name }) => name === "shape");
  const field = shape === -1 ? undefined : links[shape + 1];
  if (field === undefined) return { read: { ...read, json: { ...read.json } }, rest: links };
  const of = (read.json.properties ?? {}) as Record<string, Record<string, unknown>>;
  const required = (read.json.required ?? []) as string[];
  const json = Object.hasOwn(of, field.name) ? { ...of[field.name] } : {};
  return {
    read: { json, optional: !required.includes(field.name) },
    rest: links.slice(shape + 2),
  };
}

function made(reader: Reader, { name, argument }: Link, depth: number): Record<string, unknown> {
  const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  const json: Record<string, unknown> = type === undefined ? {} : { type };
  if (argument === undefined) return json;
  const inner = (place: Place) => schemaText(reader, place, depth - 1).json;
  switch (name) {
    case "object":
    case "strictObject":
    case "looseObject":
      return { ...json, ...fields(reader, argument, depth) };
    case "array":
      return { ...json, items: inner(argument) };
    case "enum":
      return { ...json, ...choices(reader, argument) };
    case "literal": {
      const value = literal(argument);
      return value === undefined ? {} : { type: typeof value, const: value };
    }
    case "union":
    case "discriminatedUnion": {
      const list = name === "union" ? argument : next(argument);
      const variants = list === undefined ? [] : [...elements(reader, list)].map(inner);
      return variants.length === 0 ? {} : { anyOf: variants };
    }
    case "optional":
    case "nullable":
    case "lazy":
      return name === "lazy" ? {} : inner(argument);
    default:
      return json;
  }
}

/** The fields of an object, each with its schema; required are those that may not be left out. */
function fields(reader: Reader, object: Place, depth: number): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const { key, place } of entries(reader, object)) {
    if (key === "__proto__") continue;
    const { json, optional } = schemaText(reader, place, depth - 1);
    properties[reader.keep(key)] = json;
    if (!optional) required.push(key);
  }
  return { properties, ...(required.length > 0 ? { required } : {}) };
}

function choices(reader: Reader, list: Place): Record<string, unknown> {
  const values = [...elements(reader, list)].map((place) => text(reader, place));
  return values.length === 0 || values.includes(undefined) ? {} : { enum: values };
}

/** What a link of a chain changes. */
function apply(reader: Reader, read: ReadSchema, { name, argument }: Link, depth: number): void {
  const { json } = read;
  switch (name) {
    case "describe": {
      const said = text(reader, argument);
      if (said !== undefined) json.description = said;
      break;
    }
    case "meta":
      if (argument) applyMeta(reader, json, argument);
      break;
    case "optional":
    case "nullish":
    case "nullable":
      read.optional = true;
      break;
    case "default":
    case "prefault": {
      read.optional = true;
      const value = argument && literal(argument);
      if (value !== undefined) json.default = value;
      break;
    }
    case "nonoptional":
      read.optional = false;
      break;
    case "int":
      json.type = "integer";
      break;
    case "array":
      read.json = { type: "array", items: json };
      break;
    case "extend":
    case "safeExtend":
    case "merge":
      if (argument) extend(reader, read, argument, name, depth);
      break;
    case "partial":
      delete json.required;
      break;
    case "pick":
    case "omit":
      if (argument) select(reader, json, argument, name === "pick");
  }
}

function applyMeta(reader: Reader, json: Record<string, unknown>, argument: Place): void {
  for (const { key, place } of entries(reader, argument)) {
    if (key === "description") json.description = text(reader, place) ?? json.description ?? "";
    if (key === "sensitive" && literal(place) === true) json.sensitive = true;
  }
}

function extend(
  reader: Reader,
  read: ReadSchema,
  argument: Place,
  by: string,
  depth: number,
): void {
  const added = by === "merge"
    ? schemaText(reader, argument, depth - 1).json
    : fields(reader, argument, depth);
  const own = (added.properties ?? {}) as JsonSchema;
  const before = ((read.json.required ?? []) as string[]).filter((key) => !Object.hasOwn(own, key));
  const required = [...before, ...(added.required ?? []) as string[]];
  read.json.properties = { ...read.json.properties as JsonSchema, ...own };
  if (required.length > 0) read.json.required = required;
  else delete read.json.required;
}

function select(
  reader: Reader,
  json: Record<string, unknown>,
  argument: Place,
  picked: boolean,
): void {
  const named = new Set([...entries(reader, argument)].map(({ key }) => key));
  const stays = (key: string) => named.has(key) === picked;
  json.properties = Object.fromEntries(
    Object.entries((json.properties ?? {}) as JsonSchema).filter(([key]) => stays(key)),
  );
  const required = ((json.required ?? []) as string[]).filter(stays);
  if (required.length > 0) json.required = required;
  else delete json.required;
}

/** A text, a number, true, false or null as it is written; undefined for anything else. */
export function literal({ module, at }: Place): string | number | boolean | null | undefined {
  const { values, types } = module.tokens;
  const negative = values[at] === "-";
  const place = negative ? at + 1 : at;
  if (types[place] === "NumericLiteral") {
    const value = Number(values[place]!.replaceAll("_", ""));
    return Number.isFinite(value) ? (negative ? -value : value) : undefined;
  }
  const said = literalText(module.tokens, at);
  if (said !== undefined) return said.length <= 1_000 ? said : undefined;
  const word = values[at];
  return word === "true" ? true : word === "false" ? false : word === "null" ? null : undefined;
}

/** The argument behind a first one that is a text. */
function next({ module, at }: Place): Place | undefined {
  return module.tokens.values[at + 1] === "," ? { module, at: at + 2 } : undefined;
}
