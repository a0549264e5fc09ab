import { z } from "zod";

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = { [keyword: string]: unknown };

/** The named schemas of the document, gathered while its parts are described. */
export interface Components {
  schemas: Record<string, JsonSchema>;
}

/**
 * The JSON Schema of what a client sends (`input`) or receives (`output`). Named schemas are put
 * into `components` once and referred to.
 */
export function jsonSchema(
  schema: z.ZodType,
  io: "input" | "output",
  components: Components,
): JsonSchema {
  const { $schema: _, $defs, ...root } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    unrepresentable: "any",
  }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
  const names = new Map(Object.keys($defs ?? {}).map((name) => [name, nameFor(name, io)]));
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const { id: _id, ...rest } = definition;
    components.schemas[names.get(name)!] = rename(rest, names) as JsonSchema;
  }
  const { id, ...rest } = rename(root, names) as JsonSchema;
  if (typeof id !== "string") return rest;
  components.schemas[nameFor(id, io)] = rest;
  return { $ref: `#/components/schemas/${nameFor(id, io)}` };
}

/** What zod calls its own checks, which no other validator knows as formats. */
const UNKNOWN_FORMATS: ReadonlySet<string> = new Set([
  "includes",
  "starts_with",
  "ends_with",
  "lowercase",
  "uppercase",
  "regex",
]);

function nameFor(id: string, io: "input" | "output"): string {
  return io === "output" ? id : `${id}Input`;
}

function rename(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, names));
  if (typeof value !== "object" || value === null) return value;
  const { pattern, ...plain } = value as JsonSchema;
  if (UNKNOWN_FORMATS.has(String(plain.format))) delete plain.format;
  // A format or a number says more than the pattern that zod checks it with.
  const said = typeof plain.format === "string" || plain.type === "integer";
  return Object.fromEntries(
    Object.entries(said || pattern === undefined ? plain : { ...plain, pattern }).map(
      ([key, item]) => {
        const name = key === "$ref" && typeof item === "string"
          ? names.get(item.replace("#/$defs/", ""))
          : undefined;
        return [key, name === undefined ? rename(item, names) : `#/components/schemas/${name}`];
      },
    ),
  );
}
