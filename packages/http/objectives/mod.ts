export * from "./burning.ts";
export * from "./dashboard.ts";
export type * from "./objective.ts";
export * from "./panel.ts";
export * from "./rules.ts";
