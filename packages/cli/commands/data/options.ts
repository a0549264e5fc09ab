import { flag, number } from "../../frame/command.ts";

/** How many results at most. */
export const LIMIT = number("<n>", "Maximum number of results");

/** Shows what a command would do. */
export const DRY_RUN = flag("List what would be deleted, without deleting it");

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
