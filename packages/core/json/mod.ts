export * from "./record.ts";
