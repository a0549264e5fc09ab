export * from "./event_loop.ts";
export * from "./durations.ts";
export * from "./process.ts";
