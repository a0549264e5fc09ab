import { GLOBAL_OPTIONS } from "../frame/options.ts";
import type { Paint } from "../frame/paint.ts";
import { children } from "../frame/resolve.ts";
import { COMMANDS, GROUPS } from "../table/table.ts";
import { firstStepsBlock, updateLine } from "./first_steps.ts";
import { definitions, paragraphs, type Room } from "./layout.ts";
import { optionLines } from "./page.ts";
import { TOPICS } from "./topics.ts";

const PATHS = { commands: COMMANDS, groups: GROUPS };

/**
 * The commands below `path`, with the first steps when that is everything.
 *
 * @param registry the one that svc has been told of
 */
export function renderOverview(path: string, paint: Paint, room: Room, registry?: string): string {
  const words = children(path, PATHS);
  const at = (word: string) => (path === "" ? word : `${path} ${word}`);
  const blocks = [
    path === ""
      ? paragraphs("svc publishes, scores, pulls and runs automation extensions.", room)
      : paragraphs(`${GROUPS[path] ?? path}.`, room),
    `${paint.bold("Usage:")} svc ${path === "" ? "" : `${path} `}<command> [options]`,
    ...(path === "" ? [firstStepsBlock(paint, room, registry)] : []),
    [
      paint.bold("Commands:"),
      ...definitions(
        words.map((word) => [`  ${word}`, COMMANDS[at(word)]?.summary ?? GROUPS[at(word)] ?? ""]),
        room,
      ),
    ].join("\n"),
    ...(path === ""
      ? [
        [paint.bold("Options:"), ...optionLines(GLOBAL_OPTIONS, room)].join("\n"),
        [
          paint.bold("Topics (svc help <topic>):"),
          ...definitions(
            Object.entries(TOPICS).map(([name, topic]) => [`  ${name}`, topic.summary]),
            room,
          ),
        ].join("\n"),
      ]
      : []),
    paragraphs(
      `Run 'svc ${path === "" ? "" : `${path} `}<command> --help' for one command.`,
      room,
    ),
    ...(path === "" ? [paragraphs(updateLine(registry), room)] : []),
  ];
  return blocks.join("\n\n") + "\n";
}
