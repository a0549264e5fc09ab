export * from "./table.ts";
