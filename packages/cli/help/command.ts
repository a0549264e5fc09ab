import { SvcError } from "@svc/core/error";
import { lazily } from "@svc/core/module";
import type { ArgumentSpec } from "../frame/command.ts";
import type { Host } from "../frame/host.ts";
import type { Paint } from "../frame/paint.ts";
import { parseArguments } from "../frame/parse.ts";
import { resolve } from "../frame/resolve.ts";
import { nearest } from "../frame/suggest.ts";
import { loadShape } from "../table/load_shape.ts";
import { COMMANDS, GROUPS } from "../table/table.ts";
import { knownRegistry } from "./first_steps.ts";
import { paragraphs, roomFor } from "./layout.ts";
import { renderOverview } from "./overview.ts";
import { printHelp } from "./print.ts";
import { TOPICS } from "./topics.ts";

/**
 * `svc help [command | group | topic]`. With `--json`, the whole command table, or the part below
 * the given path, or the topic's text, as data.
 *
 * @throws SvcError `usage` for a word that is none of the three.
 */
export async function help(tokens: readonly string[], host: Host, paint: Paint): Promise<number> {
  const { globals, arguments: given } = parseArguments(tokens, { arguments: [WORDS] }, host.env);
  const words = given["words"] as string[];
  const topic = words.length === 1 && Object.hasOwn(TOPICS, words[0]!)
    ? TOPICS[words[0]!]
    : undefined;
  if (globals.json && topic) {
    const { summary, text } = topic;
    await print({ topic: words[0], summary, text: text() }, globals.jq, host);
    return 0;
  }
  if (globals.json) {
    const { commandSchema } = await import("./schema.ts");
    await print(await commandSchema(words.join(" ")), globals.jq, host);
    return 0;
  }
  if (topic) {
    host.stdout(paragraphs(`${topic.summary}.\n\n${topic.text()}`, await roomFor(host)) + "\n");
    return 0;
  }
  const found = find(words);
  if (found.kind === "group") {
    host.stdout(renderOverview(found.path, paint, await roomFor(host), await knownRegistry(host)));
  } else {
    const shape = await loadShape(COMMANDS[found.path]!);
    await printHelp(found.path, shape, host, paint);
  }
  return 0;
}

const WORDS: ArgumentSpec = {
  name: "words",
  summary: "a command, a group or a topic",
  optional: true,
  many: true,
};

async function print(document: unknown, jq: string | undefined, host: Host): Promise<void> {
  const text = JSON.stringify(document, null, 2) + "\n";
  if (jq === undefined) return host.stdout(text);
  const { jqFilter } = await lazily<typeof import("../jq/filter.ts")>(
    import.meta,
    "../jq/filter.ts",
  );
  host.stdout((await jqFilter(jq))(text));
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
