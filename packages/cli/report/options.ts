import { text } from "../frame/command.ts";

/** The behavior of a report, where several have it. */
export const BEHAVIOR = text("<name>", "Only the reports of this behavior, by name or id");
