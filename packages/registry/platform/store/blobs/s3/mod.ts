export * from "./open.ts";
export * from "./target.ts";
