import type { CommandRow } from "./row.ts";

/** Runs of a server. */
export const RUN_ROWS = {
  "run list": {
    summary: "List the runs of a server",
    aliases: ["run ls"],
    module: "run/list",
  },
  "run view": {
    summary: "Show a run of a server",
    module: "run/view",
  },
  "run watch": {
    summary: "Follow a run of a server",
    module: "run/watch",
  },
  "run cancel": {
    summary: "Cancel a run of a server",
    module: "run/cancel",
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
