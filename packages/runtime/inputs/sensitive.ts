import type { JsonSchema } from "@svc/core/descriptor";

/** The names of the top-level properties that a schema marks as sensitive. */
export function sensitiveNames(schema: JsonSchema | undefined): string[] {
  const properties = (schema?.["properties"] ?? {}) as Record<string, JsonSchema>;
  return Object.keys(properties).filter((name) => properties[name]!["sensitive"] === true);
}

/** True when `value` holds a `${{ … }}` expression anywhere. */
export function holdsExpression(value: unknown): boolean {
  if (typeof value === "string") return value.includes("${{");
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(holdsExpression);
}
