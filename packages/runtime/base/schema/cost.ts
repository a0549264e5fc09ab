import type { JsonSchema } from "@svc/core/descriptor";

/** Formats of a length or shape that is checked in one pass over the text. */
const PLAIN_FORMATS: ReadonlySet<unknown> = new Set([
  "date",
  "time",
  "date-time",
  "duration",
  "uuid",
  "ipv4",
]);

/** Keywords whose check can take far longer than reading the value does. */
const COSTLY = new Set([
  "pattern",
  "patternProperties",
  "$ref",
  "$dynamicRef",
  "$recursiveRef",
  "uniqueItems",
]);

/**
 * True when checking a value may take far longer than its size suggests: regular expressions can
 * backtrack for ever, references can double at each step, and unique items compare pairs. A property
 * that is merely named like such a keyword counts too; the places of a list are no names.
 */
export function mayTakeLong(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  return Object.entries(schema).some(([key, part]) =>
    COSTLY.has(key) || (key === "format" && !PLAIN_FORMATS.has(part)) || mayTakeLong(part)
  );
}

/** A regular expression of a schema, and the dotted place of what it is for. */
interface SchemaPattern {
  path: string;
  pattern: string;
}

/** The regular expressions of a schema, as far as they stand in its properties and items. */
export function patternsOf(schema: unknown, path = ""): SchemaPattern[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { pattern, patternProperties, properties, ...rest } = schema as JsonSchema;
  const below = (key: string) => path === "" ? key : `${path}.${key}`;
  const named = (parts: unknown) => Object.entries((parts ?? {}) as Record<string, unknown>);
  return [
    ...(typeof pattern === "string" ? [{ path, pattern }] : []),
    ...named(patternProperties).map(([one]) => ({ path, pattern: one })),
    ...named(properties).flatMap(([key, part]) => patternsOf(part, below(key))),
    ...named(patternProperties).flatMap(([, part]) => patternsOf(part, path)),
    ...Object.values(rest).flatMap((part) => patternsOf(part, path)),
  ];
}
