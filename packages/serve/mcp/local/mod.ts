export * from "./host.ts";
export * from "./runs.ts";
