export * from "./collector.ts";
export * from "./metrics.ts";
