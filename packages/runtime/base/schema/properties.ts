import type { JsonSchema } from "@svc/core/descriptor";

/** The properties that a schema names; none for one without. */
export function propertiesOf(schema: JsonSchema | undefined): Record<string, JsonSchema> {
  return (schema?.["properties"] ?? {}) as Record<string, JsonSchema>;
}

/** The names of the properties that a schema requires. */
export function requiredOf(schema: JsonSchema): string[] {
  return (schema["required"] ?? []) as string[];
}

/** True for a schema without properties of its own that takes any: a record. */
export function isOpen(schema: JsonSchema): boolean {
  const rest = schema["additionalProperties"];
  return (typeof rest === "object" && rest !== null) || schema["properties"] === undefined;
}
