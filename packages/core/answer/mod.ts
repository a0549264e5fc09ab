export * from "./behavior.ts";
export * from "./data.ts";
export * from "./history.ts";
export * from "./origin.ts";
export * from "./report.ts";
export * from "./run.ts";
export * from "./type.ts";
export * from "./value.ts";
