export * from "./run.ts";
export * from "./table.ts";
