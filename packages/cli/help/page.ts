import type { ArgumentSpec, Command, OptionSpec } from "../frame/command.ts";
import { GLOBAL_OPTIONS } from "../frame/options.ts";
import type { Paint } from "../frame/paint.ts";
import { columns } from "../frame/columns.ts";
import { COMMANDS } from "../table/table.ts";
import { argumentUsage } from "./usage.ts";

/** The help of one command: usage, what it does, examples first, then what it takes. */
export function renderCommandHelp(path: string, command: Command, paint: Paint): string {
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
    `${row.summary}.`,
    `${paint.bold("Usage:")} ${usage}`,
    command.description,
    block(
      paint,
      "Examples",
      command.examples.flatMap(({ command: line, does }) => [
        `  ${paint.dim(`# ${does}`)}`,
        `  ${line}`,
      ]),
    ),
    block(paint, "Arguments", columns(takes.map((one) => [`  ${one.name}`, one.summary]))),
    block(paint, "Options", optionLines(options)),
    block(paint, "Everywhere", optionLines(GLOBAL_OPTIONS)),
    row.aliases && `${paint.bold("Also:")} ${row.aliases.map((name) => `svc ${name}`).join(", ")}`,
    `${paint.bold("Credential:")} ${command.credential}`,
  ];
  return blocks.filter((text) => text).join("\n\n") + "\n";
}

/** Options, one a line, aligned. */
export function optionLines(options: Readonly<Record<string, OptionSpec>>): string[] {
  return columns(
    Object.entries(options).map(([name, option]) => {
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
        option.summary + (extras.length > 0 ? ` (${extras.join("; ")})` : ""),
      ];
    }),
  );
}

function block(paint: Paint, title: string, lines: readonly string[]): string | undefined {
  return lines.length === 0 ? undefined : [paint.bold(`${title}:`), ...lines].join("\n");
}
