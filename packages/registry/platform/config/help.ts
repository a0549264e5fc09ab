import type { Config } from "./config.ts";
import { type Setting, SETTINGS } from "./settings.ts";

const ROWS = Object.entries(SETTINGS) as [keyof Config, Setting<unknown>][];

/** The help of `npm start`: every variable with its default and what is allowed. */
export function configHelp(): string {
  const rows = ROWS.map(([, setting]) => {
    const fallback = setting.default === "" ? "(unset)" : setting.default;
    return `  ${setting.name}\n      ${setting.help}.\n      Default ${fallback}; allowed: ${setting.allowed}.`;
  });
  return [
    "Start the svc registry.",
    "",
    "Usage: npm start [-- --with-catalogue] [-- --help]",
    "",
    "  --with-catalogue",
    "      Publish the extensions that come with svc, under an account of their own that the",
    "      data folder keeps (catalogue-account.json). Those published already stay as they are.",
    "",
    "Environment:",
    ...rows,
    "",
  ].join("\n");
}

/** What the registry starts with, one line a setting; secrets only as set or generated. */
export function configSummary(config: Config): string {
  const width = Math.max(...ROWS.map(([, setting]) => setting.name.length));
  return ROWS.map(([key, setting]) => {
    const value: unknown = config[key];
    const shown = setting.secret && value !== ""
      ? "(hidden)"
      : typeof value === "boolean"
      ? (value ? "on" : "off")
      : Array.isArray(value)
      ? value.join(",")
      : String(value);
    return `  ${setting.name.padEnd(width)}  ${shown === "" ? "-" : shown}`;
  }).join("\n") + "\n";
}
