export * from "./key.ts";
