export * from "./log.ts";
export * from "./record.ts";
export { findRun, listRuns, type RunFilter } from "./runs.ts";
export * from "./written.ts";
