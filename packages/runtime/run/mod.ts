export * from "./duration.ts";
export * from "./event.ts";
export * from "./run.ts";
