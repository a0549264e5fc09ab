export * from "./log.ts";
export * from "./record.ts";
export { findRun, listRuns, type NamedRun, type RunFilter, type RunList } from "./runs.ts";
export * from "./since.ts";
export * from "./written.ts";
