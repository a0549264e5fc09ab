export * from "./alerts.ts";
export * from "./dashboard.ts";
export * from "./objectives.ts";
export * from "./rules.ts";
