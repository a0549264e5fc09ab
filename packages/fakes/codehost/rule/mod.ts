export * from "./applying.ts";
export * from "./guard.ts";
export * from "./merging.ts";
