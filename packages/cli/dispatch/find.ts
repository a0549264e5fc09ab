import type { Command } from "../frame/command.ts";
import { resolve } from "../frame/resolve.ts";
import { loadShape } from "../table/load_shape.ts";
import type { CommandShape } from "../table/shape.ts";
import { COMMANDS, GROUPS, loadCommand } from "../table/table.ts";

/** What the leading words of a command line name, and all others. */
export type Found =
  | { kind: "group"; path: string; tokens: string[] }
  | {
    kind: "command";
    path: string;
    tokens: string[];
    shape(): CommandShape | Promise<CommandShape>;
    load(): Command | Promise<Command>;
  };

/**
 * Finds what a command line is for. In the files that the build makes for one command that is run often,
 * a few lines stand in the place of this file, which know that command alone.
 *
 * @throws SvcError `usage` for a word that names nothing
 */
export function find(argv: readonly string[]): Found {
  const found = resolve(argv, { commands: COMMANDS, groups: GROUPS });
  if (found.kind === "group") return found;
  const row = COMMANDS[found.path]!;
  return {
    ...found,
    kind: "command",
    shape: () => loadShape(row),
    load: () => loadCommand(row),
  };
}
