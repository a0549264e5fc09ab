export type * from "./caller/caller.ts";
export * from "./http/endpoint.ts";
export * from "./runs/mod.ts";
