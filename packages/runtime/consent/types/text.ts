import type { TypeDescription } from "@svc/core/answer";
import type { DataOutputSpec, JsonSchema } from "@svc/core/descriptor";
import { secretProperties } from "@svc/core/sensitive";
import { propertiesOf, requiredOf } from "../../base/schema/properties.ts";

/**
 * The text of `svc model type describe` (spec §4.5): compact leaves out what follows the kind of each
 * output. A block without lines is left out. Ends without a line break.
 */
export function describeText(
  { type: { raw, normalized }, version, globalArguments, dataOutputSpecs, methods }:
    TypeDescription,
  { compact = false }: { compact?: boolean } = {},
): string {
  return [
    `Type: ${normalized}${raw === normalized ? "" : ` (${raw})`}`,
    `Version: ${version}`,
    ...block("Global Arguments:", argumentLines(globalArguments ?? {}, "  ")),
    ...block(
      "Data Outputs:",
      dataOutputSpecs.map((spec) =>
        `  ${spec.specName} [${spec.kind}]${compact ? "" : outputDetail(spec)}`
      ),
    ),
    ...block("Methods:", methods.flatMap(methodLines)),
  ].join("\n");
}

function block(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", heading, ...lines];
}

function outputDetail(spec: DataOutputSpec): string {
  const about = spec.kind === "file" ? `${spec.contentType}, ${spec.lifetime}` : spec.lifetime;
  return `${spec.description === undefined ? "" : ` - ${spec.description}`} (${about})` +
    secretMark(spec);
}

/** ` *secret` behind an output that is one, with the names behind one that holds some. */
function secretMark(spec: DataOutputSpec): string {
  if (spec.kind === "file") return "";
  if (spec.sensitiveOutput === true) return " *secret";
  const names = [...secretProperties(spec.schema)];
  return names.length === 0 ? "" : ` *secret: ${names.join(", ")}`;
}

function methodLines(
  { name, description, arguments: schema }: TypeDescription["methods"][number],
): string[] {
  const inputs = argumentLines(schema, "      ");
  return [`  ${name} - ${description}`, ...(inputs.length > 0 ? ["    Inputs:", ...inputs] : [])];
}

/** One line an argument: `name (type) *required *secret`, each mark only where it is true. */
export function argumentLines(schema: JsonSchema, indent: string): string[] {
  const properties = propertiesOf(schema);
  const required = new Set(requiredOf(schema));
  const secrets = secretProperties(schema);
  return Object.entries(properties).map(([name, property]) =>
    `${indent}${name} (${typeInWords(property)})${required.has(name) ? " *required" : ""}` +
    (secrets.has(name) ? " *secret" : "")
  );
}

/** `string`, `string | null`, or `any` where the schema names no type. */
function typeInWords({ type, anyOf, oneOf }: JsonSchema): string {
  if (Array.isArray(type)) return type.join(" | ");
  if (typeof type === "string") return type;
  const alternatives = (anyOf ?? oneOf ?? []) as JsonSchema[];
  const words = new Set(alternatives.map(typeInWords));
  return words.size === 0 || words.has("any") ? "any" : [...words].join(" | ");
}
