import type { OptionSpec } from "../../frame/command.ts";

/** How many results at most. */
export const LIMIT = {
  kind: "number",
  value: "<n>",
  summary: "Maximum number of results",
} as const satisfies OptionSpec;

/** Shows what a command would do. */
export const DRY_RUN = {
  kind: "flag",
  summary: "List what would be deleted, without deleting it",
} as const satisfies OptionSpec;

/** A behavior's data as an argument. */
export const DATA_NAME = {
  name: "name",
  summary: "the name of the data, as 'svc data list' shows it",
  completes: "data",
} as const;

/** The behavior whose data is meant. */
export const BEHAVIOR = {
  name: "behavior",
  summary: "the behavior's name or id",
  completes: "behavior",
} as const;
