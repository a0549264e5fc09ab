export * from "./limits.ts";
export { openRuns, type RunsOptions } from "./open.ts";
export * from "./run.ts";
export type { RunSupport } from "./work.ts";
