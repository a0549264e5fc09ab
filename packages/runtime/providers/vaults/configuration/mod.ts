export * from "./configuration.ts";
export * from "./find.ts";
