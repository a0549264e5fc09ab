import type { OperationRow } from "../api/table.ts";

/** What each chapter of the interface is about. */
export const TAGS: Readonly<Record<OperationRow["tag"], string>> = {
  behaviors: "Behaviors, and the records of their runs in the repository",
  runs: "Runs of this server: starting, following and cancelling them",
  data: "What behaviors wrote",
  reports: "Reports",
  types: "Behavior types of the repository",
  service: "The server itself",
};
