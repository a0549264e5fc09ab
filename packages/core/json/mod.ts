export * from "./nesting.ts";
export * from "./record.ts";
export * from "./stored.ts";
