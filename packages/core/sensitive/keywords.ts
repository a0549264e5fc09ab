/** Keywords whose value is a list of schemas for the place they stand at. */
export const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;

/** Keywords whose value is one schema. `items` of older drafts may be a list. */
export const SINGLES = [
  "not",
  "if",
  "then",
  "else",
  "items",
  "additionalItems",
  "unevaluatedItems",
  "contains",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "contentSchema",
] as const;

/** Keywords whose value maps names to schemas. A list in `dependencies` names properties. */
export const MAPS = [
  "properties",
  "patternProperties",
  "dependentSchemas",
  "dependencies",
] as const;

/** Keywords whose value points at a schema elsewhere. */
export const REFERENCES = ["$ref", "$dynamicRef", "$recursiveRef"] as const;

/** Keywords that hold text, numbers or data, or schemas that count only where they are referred to. */
const PLAIN = [
  ...["$schema", "$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary"],
  ...["$comment", "$defs", "definitions", "id", "title", "description", "default", "examples"],
  ...["deprecated", "readOnly", "writeOnly", "type", "enum", "const", "format", "pattern"],
  ...["contentEncoding", "contentMediaType", "minLength", "maxLength", "minimum", "maximum"],
  ...["exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems"],
  ...["uniqueItems", "minContains", "maxContains", "minProperties", "maxProperties"],
  ...["required", "dependentRequired", "sensitive", "vaultName", "vaultKey"],
];

const KNOWN: ReadonlySet<string> = new Set([
  ...LISTS,
  ...SINGLES,
  ...MAPS,
  ...REFERENCES,
  ...PLAIN,
]);

/** True when a schema's own `sensitive` marks its value. Anything but `false` counts. */
export function isMarked(schema: Record<string, unknown>): boolean {
  const mark = Object.hasOwn(schema, "sensitive") ? schema["sensitive"] : undefined;
  return mark !== undefined && mark !== false && mark !== null;
}

/**
 * A keyword that svc does not know and that could mark a secret: somewhere in it stands `sensitive`
 * or a reference. Other unknown keywords can mark nothing, whatever they mean.
 */
export function unknownKeyword(schema: Record<string, unknown>): string | undefined {
  return Object.keys(schema).find((key) => !KNOWN.has(key) && couldMark(schema[key]));
}

function couldMark(part: unknown): boolean {
  if (!isContainer(part)) return false;
  if (Array.isArray(part)) return part.some(couldMark);
  return isMarked(part) || REFERENCES.some((key) => Object.hasOwn(part, key)) ||
    Object.values(part).some(couldMark);
}

/** True for objects and lists. */
export function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
