export * from "./after_method.ts";
export * from "./find.ts";
export * from "./stored.ts";
export * from "./rerun.ts";
export type { ReportFlags } from "./select.ts";
