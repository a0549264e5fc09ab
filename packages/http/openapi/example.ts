import type { Components, JsonSchema } from "./schemas.ts";

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2026-11-21T09:00:00.000Z",
  date: "2026-11-21",
  email: "ada@example.org",
  uri: "https://example.org",
  uuid: "0a8a2f4e-6a0e-4b4e-8c57-0d4c0e2fd9a1",
};

/**
 * An example of a schema: the one it gives itself, else one made of its parts. Always the same for
 * the same schema; a test holds every example to its schema.
 *
 * @param name the property's name, for a telling text
 */
export function exampleOf(schema: JsonSchema, components: Components, name = "text"): unknown {
  if (schema.example !== undefined) return schema.example;
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (typeof schema.$ref === "string") {
    const target = components.schemas[schema.$ref.slice("#/components/schemas/".length)];
    return target === undefined ? null : exampleOf(target, components, name);
  }
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choice = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choice) return exampleOf(choice[0]!, components, name);
  if (Array.isArray(schema.allOf)) {
    return exampleOf(
      Object.assign({}, schema, ...schema.allOf, { allOf: undefined }),
      components,
      name,
    );
  }
  if (schema.default !== undefined) return schema.default;
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return exampleObject(schema, components);
    case "array":
      return [exampleOf(schema.items as JsonSchema ?? {}, components, name)];
    case "integer":
    case "number":
      return typeof schema.minimum === "number" ? schema.minimum : 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "string":
      return FORMATS[String(schema.format)] ?? name.slice(0, Number(schema.maxLength ?? 40));
    default:
      return {};
  }
}

function exampleObject(schema: JsonSchema, components: Components): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const required = new Set(schema.required as string[] | undefined ?? []);
  const entries = Object.entries(properties);
  const shown = required.size > 0
    ? entries.filter(([key]) => required.has(key))
    : entries.slice(0, 1);
  return Object.fromEntries(
    shown.map(([key, property]) => [key, exampleOf(property, components, key)]),
  );
}
