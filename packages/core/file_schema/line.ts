import type { JsonSchema } from "../descriptor/mod.ts";

/** The schemas that a registry serves. */
export const SCHEMA_NAMES = ["manifest", "behavior", "vault", "repository"] as const;

/** A schema that a registry serves. */
export type SchemaName = typeof SCHEMA_NAMES[number];

/** Where a registry serves a schema. */
export function schemaPath(name: SchemaName): string {
  return `/schemas/${name}.json`;
}

/**
 * The first line of a YAML file that names its schema to editors; nothing without one.
 *
 * @param place an address, or a path from the file
 */
export function schemaLine(place: string | undefined): string {
  return place === undefined ? "" : `# yaml-language-server: $schema=${place}\n`;
}

/** A schema with what stands at the top of a document: draft 7 is what every editor knows. */
export function schemaDocument(title: string, schema: JsonSchema): JsonSchema {
  return { ...schema, $schema: "http://json-schema.org/draft-07/schema#", title };
}
