export * from "./evidence.ts";
export * from "./rule.ts";
export * from "./statement.ts";
