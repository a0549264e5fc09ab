import { isSvcError, SvcError } from "@svc/core/error";
import { didYouMean } from "@svc/core/text";
import { parseArgs } from "node:util";
import { readConfig, SETTINGS } from "../platform/config/mod.ts";
import { storeFailure } from "../platform/store/damage.ts";
import type { AdminCall, AdminCommand, CommandOutput } from "./command/command.ts";
import { ADMIN_COMMANDS } from "./table.ts";

/** What a call ends with: both texts are whole, with the end of their last line. */
export interface AdminResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Codes of errors that are the caller's: the command was not understood. */
const USAGE = 2;

/**
 * Runs one command of `npm run admin`. A refusal is printed as the server prints its own: what, and
 * how to fix it.
 *
 * @param say takes lines that tell how far a long command is
 */
export async function runAdmin(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  now: () => Date = () => new Date(),
  say: (line: string) => void = () => {},
): Promise<AdminResult> {
  const json = args.includes("--json");
  try {
    const words = args.filter((argument) => argument !== "--json");
    const told = await answer(words, { environment, now, say });
    const text = json ? JSON.stringify(told.json) : told.text;
    return { code: told.code ?? 0, stdout: text === "" ? "" : `${text}\n`, stderr: "" };
  } catch (error) {
    const refusal = isSvcError(error) ? error : storeFailure(error, dataOf(environment));
    if (refusal === undefined) throw error;
    const hint = refusal.hint === undefined ? "" : `hint: ${refusal.hint}\n`;
    const stderr = json ? `${JSON.stringify(refusal)}\n` : `error: ${refusal.message}\n${hint}`;
    return { code: refusal.code === "usage" ? USAGE : 1, stdout: "", stderr };
  }
}

/** The data folder that is meant, for the words of a failure. */
function dataOf({ SVC_DATA }: Readonly<Record<string, string | undefined>>): string {
  return SVC_DATA || SETTINGS.data.default;
}

async function answer(
  [name, ...rest]: readonly string[],
  call: Pick<AdminCall, "environment" | "now" | "say">,
): Promise<CommandOutput> {
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    return told(adminHelp());
  }
  const command = Object.hasOwn(ADMIN_COMMANDS, name) ? ADMIN_COMMANDS[name] : undefined;
  if (command === undefined) {
    throw new SvcError("usage", `Unknown command '${name}'`, {
      hint: didYouMean(name, Object.keys(ADMIN_COMMANDS)) ?? "List them: npm run admin -- --help",
    });
  }
  if (rest.includes("--help") || rest.includes("-h")) return told(commandHelp(name, command));
  const { operands, options } = parse(name, command, rest);
  return await command.run({ ...call, config: readConfig(call.environment), operands, options });
}

function told(text: string): CommandOutput {
  return { text: text.trimEnd(), json: { help: text } };
}

function parse(name: string, command: AdminCommand, args: readonly string[]) {
  const hint = `See: npm run admin -- ${name} --help`;
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(command.options ?? {}).map(([option, { value }]) => [
          option,
          { type: value === undefined ? "boolean" as const : "string" as const },
        ]),
      ),
    });
  } catch (error) {
    throw new SvcError("usage", (error as Error).message.split(/\. /)[0]!, { hint });
  }
  const { positionals, values } = parsed;
  const { least, most } = command.operands ?? { least: 0, most: 0 };
  if (positionals.length < least || positionals.length > most) {
    throw new SvcError(
      "usage",
      positionals.length < least
        ? `'${name}' needs ${command.usage}`
        : `'${name}' does not take '${positionals[most]}'`,
      { hint },
    );
  }
  return { operands: positionals, options: values as Record<string, string | true> };
}

/** The help of `npm run admin`: every command with its line. */
function adminHelp(): string {
  const rows = Object.entries(ADMIN_COMMANDS);
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    "Administers a registry on its own machine, also while it serves.",
    "",
    "Usage: npm run admin -- <command> [--json]",
    "",
    "Commands:",
    ...rows.map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    "",
    "Options:",
    "  --json  Print the result, or the error, as JSON",
    "  --help  Print the help of a command",
    "",
    "It uses the settings of the server: run it as the same user with the same SVC_ variables,",
    "SVC_DATA above all. Exit codes: 0 success, 1 something is wrong, 2 usage error.",
    "",
  ].join("\n");
}

/** The help of one command. */
function commandHelp(name: string, { usage = "", summary, details, options }: AdminCommand) {
  const given = Object.entries({
    ...options,
    json: { help: "Print the result, or the error, as JSON" },
  }).map(([option, { value, help }]: [string, { value?: string; help: string }]) =>
    [`--${option}${value === undefined ? "" : ` ${value}`}`, help] as const
  );
  const width = Math.max(...given.map(([option]) => option.length));
  return [
    `${summary}.`,
    "",
    `Usage: npm run admin -- ${[name, usage].filter((part) => part !== "").join(" ")} [--json]`,
    "",
    details,
    "",
    "Options:",
    ...given.map(([option, help]) => `  ${option.padEnd(width)}  ${help}`),
    "",
  ].join("\n");
}
