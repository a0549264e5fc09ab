import { columns } from "../frame/columns.ts";
import { GLOBAL_OPTIONS } from "../frame/options.ts";
import type { Paint } from "../frame/paint.ts";
import { children } from "../frame/resolve.ts";
import { COMMANDS, GROUPS } from "../table/table.ts";
import { optionLines } from "./page.ts";
import { TOPICS } from "./topics.ts";

const PATHS = { commands: COMMANDS, groups: GROUPS };

const FIRST_STEPS: readonly (readonly [string, string])[] = [
  ["svc auth login", "log in"],
  ["svc init", "make this folder a behavior repository"],
  ["svc extension pull @svc/repo-insight", "fetch an extension"],
  ["svc model type describe @svc/repo-insight", "see what it can do"],
];

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
