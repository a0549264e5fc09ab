export * from "./credentials.ts";
export * from "./row.ts";
export * from "./table.ts";
