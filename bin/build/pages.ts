import type { CommandShape } from "../../packages/cli/table/shape.ts";

/**
 * Writes the pages of help as they are printed off a terminal, where no line depends on its width. Who
 * asks for one gets a file, and nothing of the table is loaded.
 *
 * @param root of the repository
 * @param output the build, with the shapes of its commands
 */
export async function writePages(root: string, output: string): Promise<void> {
  const cli = `file://${root}/packages/cli`;
  const [{ COMMANDS, GROUPS }, { renderOverview }, { renderCommandHelp }, { roomOf }, { PLAIN }] =
    await Promise.all([
      import(`${cli}/table/table.ts`),
      import(`${cli}/help/overview.ts`),
      import(`${cli}/help/page.ts`),
      import(`${cli}/help/layout.ts`),
      import(`${cli}/frame/paint.ts`),
    ]);
  const room = await roomOf(0);
  const write = (path: string, text: string) =>
    Deno.writeTextFile(
      `${output}/${["help", ...path.split(" ").filter((word) => word)].join(".")}.txt`,
      text,
    );
  for (const path of ["", ...Object.keys(GROUPS)]) {
    await write(path, renderOverview(path, PLAIN, room));
  }
  for (const [path, { module }] of Object.entries<{ module: string }>(COMMANDS)) {
    const file = `${output}/cli.commands.${module.replaceAll("/", ".")}.json`;
    const shape: CommandShape = JSON.parse(await Deno.readTextFile(file));
    await write(path, renderCommandHelp(path, shape, PLAIN, room));
  }
}
