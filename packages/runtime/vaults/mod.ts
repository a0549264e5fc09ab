export * from "./configuration/mod.ts";
export * from "./create.ts";
export * from "./default.ts";
export * from "./open.ts";
export * from "./reader.ts";
export * from "./rotate.ts";
