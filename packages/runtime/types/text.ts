import type { DataOutputSpec, JsonSchema } from "@svc/core/descriptor";
import type { TypeDescription } from "./description.ts";

/**
 * The text of `svc model type describe` (spec §4.5): compact leaves out what follows the kind of each
 * output. Ends without a line break.
 */
export function describeText(
  description: TypeDescription,
  options: { compact?: boolean } = {},
): string {
  const { raw, normalized } = description.type;
  const lines = [
    `Type: ${normalized}${raw === normalized ? "" : ` (${raw})`}`,
    `Version: ${description.version}`,
  ];
  const globals = argumentLines(description.globalArguments ?? {}, "  ");
  if (globals.length > 0) lines.push("", "Global Arguments:", ...globals);
  if (description.dataOutputSpecs !== undefined) {
    lines.push("", "Data Outputs:");
    for (const spec of description.dataOutputSpecs) {
      lines.push(`  ${spec.specName} [${spec.kind}]${options.compact ? "" : outputDetail(spec)}`);
    }
  }
  lines.push("", "Methods:");
  for (const method of description.methods) {
    lines.push(`  ${method.name} - ${method.description}`);
    const inputs = argumentLines(method.arguments, "      ");
    if (inputs.length > 0) lines.push("    Inputs:", ...inputs);
  }
  return lines.join("\n");
}

function outputDetail(spec: DataOutputSpec): string {
  const about = spec.kind === "file" ? `${spec.contentType}, ${spec.lifetime}` : spec.lifetime;
  return `${spec.description === undefined ? "" : ` - ${spec.description}`} (${about})`;
}

/** One line an argument: `name (type) [choices] *required`, parts left out when there are none. */
export function argumentLines(schema: JsonSchema, indent: string): string[] {
  const properties = (schema["properties"] ?? {}) as Record<string, JsonSchema>;
  const required = new Set((schema["required"] ?? []) as string[]);
  return Object.entries(properties).map(([name, property]) => {
    const type = property["type"];
    const choices = property["enum"];
    return indent + [
      name,
      type === undefined ? "" : `(${Array.isArray(type) ? type.join(" | ") : type})`,
      Array.isArray(choices) ? `[${choices.join(", ")}]` : "",
      required.has(name) ? "*required" : "",
    ].filter((part) => part !== "").join(" ");
  });
}
