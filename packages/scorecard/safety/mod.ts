export * from "./check.ts";
export * from "./files.ts";
