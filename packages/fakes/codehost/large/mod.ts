export * from "./changes.ts";
export * from "./fill.ts";
export * from "./history.ts";
export * from "./plan.ts";
