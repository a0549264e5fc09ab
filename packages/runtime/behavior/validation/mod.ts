export * from "./report.ts";
export * from "./validate.ts";
