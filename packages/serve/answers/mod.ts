export * from "./answers.ts";
export * from "./run.ts";
export * from "./schedule.ts";
export * from "./service.ts";
export * from "./webhook.ts";
