import type { CommandRow } from "./row.ts";
import { type CommandShape, shapeOf } from "./shape.ts";
import { loadCommand } from "./table.ts";

/**
 * The shape of a row's command. The build of the client puts `bin/build/load_shape.ts` in the place of
 * this file, which reads what the build wrote down, and loads no code of the command.
 */
export async function loadShape(row: CommandRow): Promise<CommandShape> {
  return shapeOf(await loadCommand(row));
}
