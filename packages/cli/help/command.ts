import { SvcError } from "@svc/core/error";
import type { Host } from "../frame/host.ts";
import type { Paint } from "../frame/paint.ts";
import { parseArguments } from "../frame/parse.ts";
import { resolve } from "../frame/resolve.ts";
import { nearest } from "../frame/suggest.ts";
import { COMMANDS, GROUPS, loadCommand } from "../table/table.ts";
import { renderOverview } from "./overview.ts";
import { renderCommandHelp } from "./page.ts";
import { TOPICS } from "./topics.ts";

/**
 * `svc help [command | group | topic]`. With `--json`, the whole command table, or the part below
 * the given path, as data.
 *
 * @throws SvcError `usage` for a word that is none of the three.
 */
export async function help(tokens: readonly string[], host: Host, paint: Paint): Promise<number> {
  const words = tokens.filter((token) => !token.startsWith("-"));
  const { globals } = parseArguments(tokens.filter((token) => token.startsWith("-")), {}, host.env);
  const topic = words.length === 1 && Object.hasOwn(TOPICS, words[0]!)
    ? TOPICS[words[0]!]
    : undefined;
  if (globals.json) {
    const { commandSchema } = await import("./schema.ts");
    host.stdout(JSON.stringify(await commandSchema(words.join(" ")), null, 2) + "\n");
    return 0;
  }
  if (topic) {
    host.stdout(`${topic.summary}.\n\n${topic.text()}\n`);
    return 0;
  }
  const found = find(words);
  if (found.kind === "group") host.stdout(renderOverview(found.path, paint));
  else {
    const command = await loadCommand(COMMANDS[found.path]!);
    host.stdout(renderCommandHelp(found.path, command, paint));
  }
  return 0;
}

function find(words: readonly string[]) {
  try {
    return resolve(words, { commands: COMMANDS, groups: GROUPS });
  } catch (error) {
    const [topic] = nearest(words.join(" "), Object.keys(TOPICS));
    if (topic === undefined || !(error instanceof SvcError)) throw error;
    throw new SvcError("usage", `No command or topic '${words.join(" ")}'`, {
      hint: `Did you mean 'svc help ${topic}'?`,
    });
  }
}
