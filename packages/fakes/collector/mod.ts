export * from "./collector.ts";
