export * from "./durations.ts";
export * from "./process.ts";
