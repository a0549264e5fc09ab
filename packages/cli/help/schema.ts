import type { ArgumentSpec, OptionSpec } from "../frame/command.ts";
import { GLOBAL_OPTIONS } from "../frame/options.ts";
import { resolve } from "../frame/resolve.ts";
import { loadShape } from "../table/load_shape.ts";
import type { CommandShape } from "../table/shape.ts";
import { COMMANDS, GROUPS } from "../table/table.ts";
import { VERSION } from "@svc/core/release";

/** A command as `svc help --json` prints it. */
export interface CommandEntry {
  path: string;
  summary: string;
  description?: string;
  aliases: readonly string[];
  /** For a command that lists: where the items are in its JSON document, as `--jq` takes it. */
  lists?: string;
  credential: string;
  arguments: readonly ArgumentSpec[];
  options: readonly OptionEntry[];
  examples: readonly { command: string; does: string }[];
}

/** An option as `svc help --json` prints it. */
export type OptionEntry = { name: string } & OptionSpec;

/** The whole table as data, or what stands at and below `path`, for help, completions and the manual. */
export async function commandSchema(path = "") {
  const at = path === ""
    ? path
    : resolve(path.split(" "), { commands: COMMANDS, groups: GROUPS }).path;
  const below = (name: string) => at === "" || name === at || name.startsWith(`${at} `);
  const names = Object.keys(COMMANDS).filter(below);
  return {
    version: VERSION,
    globalOptions: optionEntries(GLOBAL_OPTIONS),
    groups: Object.entries(GROUPS).filter(([name]) => below(name))
      .map(([name, summary]) => ({ path: name, summary })),
    commands: await Promise.all(names.map(async (name) => {
      const row = COMMANDS[name]!;
      return entry(name, row.summary, row.aliases ?? [], await loadShape(row));
    })),
  };
}

function entry(
  path: string,
  summary: string,
  aliases: readonly string[],
  command: CommandShape,
): CommandEntry {
  return {
    path,
    summary,
    ...(command.description === undefined ? {} : { description: command.description }),
    aliases,
    ...(command.lists === undefined ? {} : { lists: command.lists }),
    credential: command.credential,
    arguments: command.arguments ?? [],
    options: optionEntries(command.options ?? {}),
    examples: Object.entries(command.examples).map(([command, does]) => ({ command, does })),
  };
}

function optionEntries(options: Readonly<Record<string, OptionSpec>>): OptionEntry[] {
  return Object.entries(options).map(([name, option]) => ({ name, ...option }));
}
