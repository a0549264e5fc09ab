export * from "./list.ts";
export * from "./read.ts";
export * from "./uri.ts";
export * from "./visible.ts";
