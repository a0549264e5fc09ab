import { hostileText } from "@svc/fakes/text";
import fc from "fast-check";
import type { Components, JsonSchema } from "../../openapi/mod.ts";

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "date-time": fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString()),
  email: fc.emailAddress(),
  uri: fc.webUrl(),
  uuid: fc.uuid(),
};

/** Values that break parsers, limits and queries. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "🔧".repeat(50),
  "x".repeat(70_000),
  "'; drop table user; --",
  "%00",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "ＡＤＭＩＮ",
  "\u202egnp.exe",
  [],
  {},
  [null],
  { __proto__: null, constructor: 1 },
  "2026-02-30T00:00:00Z",
  "9".repeat(400),
];

/** Anything at all, mostly nasty. */
export const broken: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...HOSTILE),
  hostileText,
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
);

/** Values that a schema describes, as far as a schema tells. */
export function valueOf(
  schema: JsonSchema,
  components: Components,
  depth = 0,
): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === "string") {
    const target = components.schemas[schema.$ref.slice("#/components/schemas/".length)]!;
    return valueOf(target, components, depth);
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, components, depth)));
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return objectOf(schema, components, depth);
    case "array":
      return fc.array(valueOf(schema.items as JsonSchema ?? {}, components, depth + 1), {
        minLength: Math.min(3, Number(schema.minItems ?? 0)),
        maxLength: 3,
      });
    case "integer":
      return fc.integer({
        min: Number(schema.minimum ?? 0),
        max: Math.min(Number(schema.maximum ?? 50), 2 ** 31 - 1),
      });
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return textOf(schema);
    default:
      return depth > 2 ? fc.constant(null) : fc.jsonValue({ maxDepth: 1 });
  }
}

function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  const format = FORMATS[String(schema.format)];
  if (format) return format;
  const size = {
    minLength: Number(schema.minLength ?? 0),
    maxLength: Math.min(Number(schema.maxLength ?? 30), 300),
  };
  if (typeof schema.pattern !== "string") return fc.string(size);
  const pattern = new RegExp(schema.pattern, "u");
  return fc.stringMatching(pattern);
}

function objectOf(
  schema: JsonSchema,
  components: Components,
  depth: number,
): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (properties.length === 0) return fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 });
  const fields = Object.fromEntries(
    properties.map(([key, property]) => [key, valueOf(property, components, depth + 1)]),
  );
  return fc.record(fields, {
    requiredKeys: (schema.required ?? []) as string[],
  }) as fc.Arbitrary<unknown>;
}
