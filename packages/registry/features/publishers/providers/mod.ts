export * from "./job.ts";
export * from "./provider.ts";
export * from "./table.ts";
