export * from "./files.ts";
export * from "./rubric.ts";
