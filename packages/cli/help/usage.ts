import type { ArgumentSpec } from "../frame/command.ts";

/** An argument as a usage line shows it: `<name>`, `[name]` when optional, with `...` for several words. */
export function argumentUsage({ name, optional, many, phrase }: ArgumentSpec): string {
  return `${optional ? `[${name}]` : `<${name}>`}${many || phrase ? "..." : ""}`;
}
