import { SvcError } from "@svc/core/error";
import { GLOBAL_OPTIONS } from "./options.ts";
import { nearestPaths } from "./suggest.ts";

/** The rows a command line is resolved against. */
export interface Paths {
  commands: Readonly<Record<string, { aliases?: readonly string[] }>>;
  groups: Readonly<Record<string, string>>;
}

/** What the leading words of a command line name. */
export type Resolution =
  | { kind: "command"; path: string; tokens: string[] }
  | { kind: "group"; path: string; tokens: string[] };

/**
 * Reads the words that name a command, skipping options every command takes, and leaves the rest
 * as the command's own tokens. No word at all is the group `""`.
 *
 * @throws SvcError `usage` for a word that names nothing, with the nearest that does.
 */
export function resolve(argv: readonly string[], paths: Paths): Resolution {
  const aliases = aliasTable(paths);
  const prefixes = groupPrefixes(paths, aliases);
  let path = "";
  for (let index = 0; index < argv.length; index++) {
    const token = argv[index]!;
    if (token.startsWith("-")) {
      const takes = globalOption(token);
      if (takes === undefined) break;
      if (takes) index++;
      continue;
    }
    const next = path === "" ? token : `${path} ${token}`;
    const command = aliases.get(next);
    // A command may have the first words of another: 'datastore lock' and 'datastore lock release',
    // 'serve' and 'serve token list'.
    const further = `${next} ${argv[index + 1]}`;
    if (command !== undefined && !aliases.has(further) && !prefixes.has(further)) {
      return { kind: "command", path: command, tokens: without(argv, next.split(" ")) };
    }
    if (!prefixes.has(next)) {
      throw unknownCommand(path, argv.slice(index), [...aliases.keys(), ...prefixes]);
    }
    path = next;
  }
  return { kind: "group", path, tokens: without(argv, path === "" ? [] : path.split(" ")) };
}

/** The words that may follow `path`, groups and commands alike, in table order. */
export function children(path: string, paths: Paths): string[] {
  const prefix = path === "" ? "" : `${path} `;
  const words = Object.keys(paths.commands)
    .filter((command) => command.startsWith(prefix))
    .map((command) => command.slice(prefix.length).split(" ")[0]!);
  return [...new Set(words)];
}

function aliasTable(paths: Paths): Map<string, string> {
  const table = new Map<string, string>();
  for (const [path, row] of Object.entries(paths.commands)) {
    for (const name of [path, ...row.aliases ?? []]) table.set(name, path);
  }
  return table;
}

function groupPrefixes(paths: Paths, aliases: Map<string, string>): Set<string> {
  const prefixes = new Set(Object.keys(paths.groups));
  for (const name of aliases.keys()) {
    const words = name.split(" ");
    for (let count = 1; count < words.length; count++) {
      prefixes.add(words.slice(0, count).join(" "));
    }
  }
  return prefixes;
}

/** Whether a token is an option of every command: then true where the next token is its value. */
function globalOption(token: string): boolean | undefined {
  const row = Object.entries(GLOBAL_OPTIONS).find(([name, row]) =>
    token === `--${name}` || ("short" in row && token === `-${row.short}`) ||
    row.kind !== "flag" && token.startsWith(`--${name}=`)
  )?.[1];
  return row && (row.kind !== "flag" && !token.includes("="));
}

/** `argv` less the first occurrences of `words`, in order. */
function without(argv: readonly string[], words: readonly string[]): string[] {
  let next = 0;
  return argv.filter((token) => token !== words[next] || (next++, false));
}

function unknownCommand(
  path: string,
  rest: readonly string[],
  known: readonly string[],
): SvcError {
  const before = path === "" ? [] : path.split(" ");
  const option = rest.findIndex((token) => token.startsWith("-"));
  const words = rest.slice(0, option < 0 ? undefined : option);
  const near = nearestPaths([...before, ...words], [...known, "help"]);
  return new SvcError("usage", `Unknown command 'svc ${[...before, rest[0]].join(" ")}'`, {
    hint: near.length > 0
      ? `Did you mean ${near.map((name) => `'svc ${name}'`).join(" or ")}?`
      : `'svc ${path === "" ? "" : `${path} `}--help' lists the commands.`,
  });
}
