import type { CommandRow } from "./row.ts";

/** Types and behaviors. */
export const BEHAVIOR_ROWS = {
  "model type describe": {
    summary: "Show the methods, arguments and outputs of a behavior type",
    aliases: ["model type get"],
    module: "model/type_describe",
  },
  "model type search": {
    summary: "Find behavior types in the repository",
    aliases: ["model type list"],
    module: "model/type_search",
  },
  "behavior create": {
    summary: "Create a behavior",
    module: "behavior/create",
  },
  "behavior run": {
    summary: "Run a method of a behavior",
    module: "behavior/run",
  },
  "behavior get": {
    summary: "Show a behavior",
    module: "behavior/get",
  },
  "behavior search": {
    summary: "Find behaviors in the repository",
    aliases: ["behavior list"],
    module: "behavior/search",
  },
  "behavior history": {
    summary: "List finished runs",
    module: "behavior/history",
  },
  "behavior output": {
    summary: "Show the status of a run and what it wrote",
    module: "behavior/output",
  },
  "behavior logs": {
    summary: "Print the log of a run",
    module: "behavior/logs",
  },
  "behavior edit": {
    summary: "Change a behavior in your editor",
    module: "behavior/edit",
  },
  "behavior validate": {
    summary: "Check one behavior or all",
    module: "behavior/validate",
  },
  "behavior evaluate": {
    summary: "Evaluate the expressions of a behavior",
    module: "behavior/evaluate",
  },
  "behavior delete": {
    summary: "Delete a behavior",
    module: "behavior/delete",
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
