export * from "./folder.ts";
export * from "./open.ts";
export * from "./problem.ts";
