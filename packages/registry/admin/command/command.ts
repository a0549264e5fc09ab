import { visibleText } from "@svc/core/text";
import type { Config } from "../../platform/config/mod.ts";

/** What a command of the operator is called with. */
export interface AdminCall {
  config: Config;
  operands: readonly string[];
  /** By name without dashes; true for an option without a value. */
  options: Readonly<Record<string, string | true | undefined>>;
  now(): Date;
  /** The variables that the command was started with. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Tells somebody who waits how far it is, at once: one line. */
  say(line: string): void;
}

/** What a command tells. */
export interface CommandOutput {
  /** For people, lines without the last line's end. */
  text: string;
  /** For programs, with `--json`. */
  json: unknown;
  /** 1 when what was asked for was found to be wrong, or is done in part only. */
  code?: 0 | 1;
}

/** One command of `npm run admin`: a row of the table that help and parsing read. */
export interface AdminCommand {
  /** What comes after the name, as the usage line shows it; nothing unless given. */
  usage?: string;
  /** How many words; none unless given. */
  operands?: { least: number; most: number };
  options?: Readonly<Record<string, { value?: string; help: string }>>;
  /** One line. */
  summary: string;
  /** What somebody should know before they run it. */
  details: string;
  run(call: AdminCall): Promise<CommandOutput>;
}

/** What an option says that has a value; undefined without it. */
export function textOption({ options }: Pick<AdminCall, "options">, name: string) {
  const given = options[name];
  return typeof given === "string" ? given : undefined;
}

/** Rows as columns of text, below the head of each. */
export function tableText(head: string[], rows: string[][]): string {
  const all = [head, ...rows];
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]!.length)));
  return all.map((row) => row.map((cell, at) => cell.padEnd(widths[at]!)).join("  ").trimEnd())
    .join("\n");
}

/** What a stranger wrote, indented: it cannot move the cursor of whoever reads it. */
export function quoted(text: string): string {
  return visibleText(text).replaceAll(/^/gm, "    ");
}
