import type { CommandRow } from "./row.ts";

/** Trusted publishers: whose CI jobs publish without a key (trust 2.6). */
export const PUBLISHER_ROWS = {
  "publisher add": {
    summary: "Let CI jobs publish an extension, on the collective's web page",
    module: "publisher/add",
  },
  "publisher list": {
    summary: "List the trusted publishers of a collective",
    aliases: ["publisher ls"],
    module: "publisher/list",
  },
  "publisher check": {
    summary: "Check in a CI job whether it may publish, without publishing",
    module: "publisher/check",
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
