export * from "./nesting.ts";
export * from "./record.ts";
