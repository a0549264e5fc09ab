import type { AdminCommand } from "./command/command.ts";
import { ADMIN_COMMANDS } from "./table.ts";

/** The help of `npm run admin`: every command with its line. */
export function adminHelp(): string {
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
export function commandHelp(name: string, { usage, summary, details, options }: AdminCommand) {
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
