import type { ArgumentSpec } from "../frame/command.ts";

/** An argument as a usage line shows it: `<name>`, `[name]` when optional, with `...` for many. */
export function argumentUsage({ name, optional, many }: ArgumentSpec): string {
  return `${optional ? `[${name}]` : `<${name}>`}${many ? "..." : ""}`;
}
