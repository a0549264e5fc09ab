export * from "./rubric.ts";
