import { commandSchema } from "../help/schema.ts";
import type { OptionEntry } from "../help/schema.ts";
import { TOPICS } from "../help/topics.ts";

/** A word that may stand at a place, with what it means. */
export interface Word {
  word: string;
  summary: string;
}

/** What a shell may offer after one path of commands. */
export interface Place {
  /** `""`, `auth`, `auth token`, `auth token list` … */
  path: string;
  words: Word[];
  /** Empty for a group. */
  options: OptionEntry[];
  /** True where `svc __complete` knows words of the repository. */
  asks: boolean;
}

/** Every place of the command table: groups offer words, commands offer options. */
export async function completionPlaces(): Promise<Place[]> {
  const { commands, groups, globalOptions } = await commandSchema();
  const summaries = new Map<string, string>([
    ...groups.map(({ path, summary }): [string, string] => [path, summary]),
    ...commands.flatMap(({ path, aliases, summary }) =>
      [path, ...aliases].map((name): [string, string] => [name, summary])
    ),
  ]);
  const words = new Map<string, Word[]>([["help", []]]);
  for (const path of summaries.keys()) {
    const parts = path.split(" ");
    for (let count = 0; count < parts.length; count++) {
      const parent = parts.slice(0, count).join(" ");
      const list = words.get(parent) ?? [];
      const word = parts[count]!;
      const summary = summaries.get(parts.slice(0, count + 1).join(" "));
      // A group that only an alias has works, but is not advertised.
      if (summary !== undefined && !list.some((one) => one.word === word)) {
        list.push({ word, summary });
      }
      words.set(parent, list);
    }
  }
  words.get("")!.push({ word: "help", summary: "Explain a command or a topic" });
  words.set("help", [
    ...words.get("")!.filter(({ word }) => word !== "help"),
    ...Object.entries(TOPICS).map(([word, { summary }]) => ({ word, summary })),
  ]);
  const options = new Map(
    commands.flatMap(({ path, aliases, options }) =>
      [path, ...aliases].map((name): [string, OptionEntry[]] => [
        name,
        [...options, ...globalOptions],
      ])
    ),
  );
  const asking = new Set(
    commands.filter((command) => command.arguments.some(({ completes }) => completes))
      .flatMap(({ path, aliases }) => [path, ...aliases]),
  );
  return [...new Set([...words.keys(), ...options.keys()])].map((path) => ({
    path,
    words: words.get(path) ?? [],
    options: options.get(path) ?? [...globalOptions],
    asks: asking.has(path),
  }));
}
