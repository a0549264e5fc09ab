import type { CommandRow } from "./row.ts";

/** What registries say of themselves, checked. */
export const TRUST_ROWS = {
  "trust log": {
    summary: "Show and check what is known of the registries' logs",
    module: "trust/log",
  },
  "trust monitor": {
    summary: "Print what is new in a registry's log",
    module: "trust/monitor",
  },
  "trust witness": {
    summary: "Cosign the heads of one registry's log",
    module: "trust/witness",
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
