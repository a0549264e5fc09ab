export * from "./configuration.ts";
export * from "./create.ts";
export * from "./default.ts";
export * from "./find.ts";
export * from "./open.ts";
export * from "./reader.ts";
