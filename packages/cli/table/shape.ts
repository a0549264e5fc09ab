import type { Command } from "../frame/command.ts";

/** All of a command that is data. */
const SHAPE = [
  "description",
  "examples",
  "arguments",
  "surplus",
  "options",
  "lists",
  "credential",
] as const satisfies readonly (keyof Command)[];

/** What a command takes, and what help says of it: enough to read a command line and to refuse one. */
export type CommandShape = Pick<Command, typeof SHAPE[number]>;

/** The shape of a loaded command. */
export function shapeOf(command: Command): CommandShape {
  return Object.fromEntries(
    SHAPE.filter((key) => command[key] !== undefined).map((key) => [key, command[key]]),
  ) as CommandShape;
}
