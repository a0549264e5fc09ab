import { deepStrictEqual } from "node:assert";
import type { Command } from "../../packages/cli/frame/command.ts";

/** A command of the build. */
const COMMAND = /^(cli\.commands\..+)\.js$/;

/**
 * Writes the shape of each built command in `output` beside it, so that help, completion and a wrong
 * command line load none of its code.
 *
 * @param root of the repository
 * @throws Error for a shape that JSON does not hold as it is
 */
export async function writeShapes(root: string, output: string): Promise<void> {
  const { shapeOf } = await import(`file://${root}/packages/cli/table/shape.ts`);
  for (const { name } of [...Deno.readDirSync(output)]) {
    const stem = COMMAND.exec(name)?.[1];
    if (stem === undefined) continue;
    const { default: command } = await import(`file://${output}/${name}`) as { default: Command };
    const shape = shapeOf(command);
    const text = JSON.stringify(shape);
    deepStrictEqual(JSON.parse(text), shape, name);
    await Deno.writeTextFile(`${output}/${stem}.json`, text);
  }
}
