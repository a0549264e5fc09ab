export type * from "./caller/mod.ts";
export * from "./http/mod.ts";
export * from "./runs/mod.ts";
