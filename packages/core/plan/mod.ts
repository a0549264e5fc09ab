export * from "./plan.ts";
export * from "./trial.ts";
export type * from "./trial_shape.ts";
