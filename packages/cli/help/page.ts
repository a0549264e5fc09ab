import type { ArgumentSpec, OptionSpec } from "../frame/command.ts";
import { GLOBAL_OPTIONS } from "../frame/options.ts";
import type { Paint } from "../frame/paint.ts";
import type { CommandShape } from "../table/shape.ts";
import { COMMANDS } from "../table/table.ts";
import { type Definition, definitions, paragraphs, type Room } from "./layout.ts";
import { argumentUsage } from "./usage.ts";

/** The help of one command: usage, what it does, examples first, then what it takes. */
export function renderCommandHelp(
  path: string,
  command: CommandShape,
  paint: Paint,
  room: Room,
): string {
  const row = COMMANDS[path]!;
  const takes: readonly ArgumentSpec[] = command.arguments ?? [];
  const options: Readonly<Record<string, OptionSpec>> = command.options ?? {};
  const usage = [
    `svc ${path}`,
    ...takes.map(argumentUsage),
    ...Object.entries(options).filter(([, option]) => option.required)
      .map(([name, option]) => `--${name} ${option.value}`),
    "[options]",
  ].join(" ");
  const blocks = [
    paragraphs(`${row.summary}.`, room),
    `${paint.bold("Usage:")} ${usage}`,
    command.description && paragraphs(command.description, room),
    block(
      paint,
      "Examples",
      Object.entries(command.examples).flatMap(([line, does]) => [
        ...paragraphs(does, within(room, 4)).split("\n").map((line) =>
          `  ${paint.dim(`# ${line}`)}`
        ),
        `  ${line}`,
      ]),
    ),
    block(
      paint,
      "Arguments",
      definitions(takes.map((one) => [`  ${one.name}`, one.summary + defaultNote(one)]), room),
    ),
    block(paint, "Options", optionLines(options, room)),
    block(paint, "Everywhere", optionLines(GLOBAL_OPTIONS, room)),
    row.aliases &&
    paragraphs(
      `${paint.bold("Also:")} ${row.aliases.map((name) => `svc ${name}`).join(", ")}`,
      room,
    ),
    command.lists && `${paint.bold("Items with --json:")} ${command.lists}`,
    paragraphs(`${paint.bold("Credential:")} ${command.credential}`, room),
  ];
  return blocks.filter((text) => text).join("\n\n") + "\n";
}

/** The room without so many columns. */
function within(room: Room, less: number): Room {
  return { ...room, width: room.width && room.width - less };
}

/** Options, one a line, aligned. */
export function optionLines(
  options: Readonly<Record<string, OptionSpec>>,
  room: Room,
): string[] {
  return definitions(
    Object.entries(options).map(([name, option]): Definition => {
      const value = option.kind === "flag" ? "" : ` ${option.value ?? `<${option.kind}>`}`;
      const short = option.short ? `-${option.short}, ` : "    ";
      const extras = [
        option.choices && `one of ${option.choices.join(", ")}`,
        option.kind === "list" && "may be repeated",
        option.variable && `or ${option.variable}`,
        option.required && "required",
      ].filter((text) => text);
      return [
        `  ${short}--${name}${value}`,
        option.summary + (extras.length > 0 ? ` (${extras.join("; ")})` : "") + defaultNote(option),
      ];
    }),
    room,
  );
}

/** ` [default: 30]` behind what takes its value from there. */
export function defaultNote(
  { default: value, defaultText }: Pick<OptionSpec, "default" | "defaultText">,
): string {
  const text = value ?? defaultText;
  return text === undefined ? "" : ` [default: ${text}]`;
}

function block(paint: Paint, title: string, lines: readonly string[]): string | undefined {
  return lines.length === 0 ? undefined : [paint.bold(`${title}:`), ...lines].join("\n");
}
