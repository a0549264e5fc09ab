export * from "./durations.ts";
export * from "./slow.ts";
export * from "./statement.ts";
export * from "./watch.ts";
