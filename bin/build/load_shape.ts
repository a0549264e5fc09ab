import type { CommandRow } from "../../packages/cli/table/row.ts";
import type { CommandShape } from "../../packages/cli/table/shape.ts";

// Stands in the built client for packages/cli/table/load_shape.ts; see shapes.ts.

/** The shape of a row's command, as the build wrote it down. */
export function loadShape({ module }: CommandRow): CommandShape {
  const file = new URL(`./cli.commands.${module.replaceAll("/", ".")}.json`, import.meta.url);
  // A start has nothing else to do meanwhile, and a thread of its own takes longer than the read.
  return JSON.parse(Deno.readTextFileSync(file)) as CommandShape;
}
