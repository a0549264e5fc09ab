import { SETTINGS } from "../../packages/registry/platform/config/mod.ts";
import { code, GENERATED, table } from "./text.ts";

/** The page of the registry's settings, from the table it is configured by. */
export function settingsPage(): string {
  const rows = Object.values(SETTINGS).map((setting) => [
    code(setting.name),
    setting.default === "" ? "" : code(setting.default),
    `${setting.help}. Allowed: ${setting.allowed}.`,
  ]);
  return `${GENERATED}
# Settings of the registry

Environment variables. An unset or empty one means its default; a bad value is refused at the start,
by name.

${table(["Variable", "Default", "Meaning"], rows)}`;
}
