import type { JsonSchema } from "@svc/core/descriptor";
import { isRecord } from "@svc/core/json";
import { secretProperties } from "@svc/core/sensitive";

/** One argument as the catalogue's tables show it (spec §2.7). */
export interface Argument {
  name: string;
  /** `string`, `integer`, `"open" | "closed"`, `string[]`, … */
  type: string;
  required: boolean;
  description: string;
  /** The default as JSON, when one is declared. */
  defaultValue: string | undefined;
  /** True when it is a secret or holds one. */
  secret: boolean;
}

const MOST_CHOICES = 8;

/** How deep a schema is looked into: what is below is `any`. */
const MOST_DEPTH = 3;

/** The arguments an object schema declares, in its own order; none for any other schema. */
export function argumentsOf(schema: JsonSchema | undefined): Argument[] {
  const properties = schema?.properties;
  if (!isRecord(properties)) return [];
  const required = new Set(Array.isArray(schema?.required) ? schema.required : []);
  const secrets = secretProperties(schema);
  return Object.entries(properties).map(([name, property]) => {
    const known = isRecord(property) ? property : {};
    return {
      name,
      type: typeText(known),
      required: required.has(name),
      description: typeof known.description === "string" ? known.description : "",
      defaultValue: known.default === undefined ? undefined : JSON.stringify(known.default),
      secret: secrets.has(name),
    };
  });
}

/** A schema's type in a few characters, as a TypeScript reader would write it. */
export function typeText(schema: Readonly<Record<string, unknown>>, depth = 0): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return choices(schema.enum.map((value) => JSON.stringify(value)));
  const variants = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(variants)) {
    if (depth >= MOST_DEPTH) return "any";
    return choices(variants.filter(isRecord).map((variant) => typeText(variant, depth + 1)));
  }
  if (Array.isArray(schema.type)) return choices(schema.type.map(String));
  if (schema.type === "array") {
    const item = isRecord(schema.items) && depth < MOST_DEPTH
      ? typeText(schema.items, depth + 1)
      : "any";
    return item.includes(" ") ? `(${item})[]` : `${item}[]`;
  }
  return typeof schema.type === "string" ? schema.type : "any";
}

function choices(texts: string[]): string {
  const unique = [...new Set(texts)];
  const shown = unique.slice(0, MOST_CHOICES).join(" | ");
  return unique.length > MOST_CHOICES ? `${shown} | …` : shown;
}
