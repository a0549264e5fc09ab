export * from "./plan.ts";
export * from "./trial.ts";
