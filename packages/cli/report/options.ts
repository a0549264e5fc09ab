import type { OptionSpec } from "../frame/command.ts";

/** The behavior of a report, where several have it. */
export const BEHAVIOR = {
  kind: "text",
  value: "<name>",
  summary: "Only the reports of this behavior, by name or id",
} as const satisfies OptionSpec;
