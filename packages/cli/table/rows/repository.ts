import type { CommandRow } from "./row.ts";

/** Commands that make a repository. */
export const REPOSITORY_ROWS = {
  "init": {
    summary: "Make a folder a behavior repository",
    aliases: ["repo init"],
    module: "init",
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
