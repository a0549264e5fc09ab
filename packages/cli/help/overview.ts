import { SvcError } from "@svc/core/error";
import { columns } from "../frame/columns.ts";
import type { Host } from "../frame/host.ts";
import { GLOBAL_OPTIONS } from "../frame/options.ts";
import type { Paint } from "../frame/paint.ts";
import { parseArguments } from "../frame/parse.ts";
import { children } from "../frame/resolve.ts";
import { COMMANDS, GROUPS } from "../table.ts";
import { VERSION } from "../version.ts";
import { optionLines } from "./page.ts";
import { TOPICS } from "./topics.ts";

const PATHS = { commands: COMMANDS, groups: GROUPS };

const FIRST_STEPS: readonly (readonly [string, string])[] = [
  ["svc auth login", "log in"],
  ["svc init", "make this folder a behavior repository"],
  ["svc extension pull @svc/repo-insight", "fetch an extension"],
  ["svc model type describe @svc/repo-insight", "see what it can do"],
];

/**
 * Answers a group given without a command: the overview, exit 0. In JSON, a group is no command:
 * an error that lists the commands, exit 2.
 */
export async function overview(
  path: string,
  tokens: readonly string[],
  host: Host,
  paint: Paint,
): Promise<number> {
  const { globals } = parseArguments(tokens, {}, host.env);
  if (globals.version) {
    host.stdout(globals.json ? `${JSON.stringify({ version: VERSION })}\n` : `svc ${VERSION}\n`);
    return 0;
  }
  if (globals.json && globals.help) {
    const { help } = await import("./command.ts");
    return await help([...path.split(" ").filter((word) => word), "--json"], host, paint);
  }
  if (globals.json) {
    const known = children(path, PATHS).map((word) => (path === "" ? word : `${path} ${word}`));
    throw new SvcError("usage", "No command given", { hint: `One of: ${known.join(", ")}.` });
  }
  host.stdout(renderOverview(path, paint));
  return 0;
}

/** The commands below `path`, with the first steps when that is everything. */
export function renderOverview(path: string, paint: Paint): string {
  const words = children(path, PATHS);
  const at = (word: string) => (path === "" ? word : `${path} ${word}`);
  const blocks = [
    path === ""
      ? "svc publishes, scores, pulls and runs automation extensions."
      : `${GROUPS[path] ?? path}.`,
    `${paint.bold("Usage:")} svc ${path === "" ? "" : `${path} `}<command> [options]`,
    ...(path === ""
      ? [[
        paint.bold("First steps:"),
        ...columns(FIRST_STEPS.map(([line, does]) => [`  ${line}`, paint.dim(does)])),
      ].join("\n")]
      : []),
    [
      paint.bold("Commands:"),
      ...columns(words.map((word) => [
        `  ${word}`,
        COMMANDS[at(word)]?.summary ?? GROUPS[at(word)] ?? "",
      ])),
    ].join("\n"),
    ...(path === ""
      ? [
        [paint.bold("Options:"), ...optionLines(GLOBAL_OPTIONS)].join("\n"),
        [
          paint.bold("Topics (svc help <topic>):"),
          ...columns(Object.entries(TOPICS).map(([name, topic]) => [`  ${name}`, topic.summary])),
        ].join("\n"),
      ]
      : []),
    `Run 'svc ${path === "" ? "" : `${path} `}<command> --help' for one command.`,
  ];
  return blocks.join("\n\n") + "\n";
}
