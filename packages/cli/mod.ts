export * from "./frame/command.ts";
export * from "./frame/exit_code.ts";
export * from "./help/schema.ts";
export * from "./help/topics.ts";
