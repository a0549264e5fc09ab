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
  /** What comes after the name, as the usage line shows it. */
  usage: string;
  operands: { least: number; most: number };
  options?: Readonly<Record<string, { value?: string; help: string }>>;
  /** One line. */
  summary: string;
  /** What somebody should know before they run it. */
  details: string;
  run(call: AdminCall): Promise<CommandOutput>;
}
