import { processHost } from "../frame/host.ts";
import { paintFor } from "../frame/paint.ts";
import { parseArguments } from "../frame/parse.ts";
import { resolve } from "../frame/resolve.ts";
import { loadShape } from "../table/load_shape.ts";
import { COMMANDS, GROUPS } from "../table/table.ts";
import { help } from "./command.ts";
import { group } from "./group.ts";
import { printHelp } from "./print.ts";

/**
 * Answers a command line that asks for help, from one file of the build. The frame answers all others:
 * also those that are refused, of which nothing has been printed then.
 *
 * @returns the exit code, or undefined when the frame has to answer
 */
export async function startHelp(argv: readonly string[]): Promise<number | undefined> {
  const host = processHost();
  const paint = paintFor(host.stdoutIsTerminal, argv.includes("--no-color"), host.env);
  try {
    if (argv[0] === "help") return await help(argv.slice(1), host, paint);
    const found = resolve(argv, { commands: COMMANDS, groups: GROUPS });
    if (found.kind === "group") return await group(found.path, found.tokens, host, paint);
    const shape = await loadShape(COMMANDS[found.path]!);
    if (!parseArguments(found.tokens, shape, host.env).globals.help) return undefined;
    await printHelp(found.path, shape, host, paint);
    return 0;
  } catch {
    return undefined;
  }
}
