export * from "./configuration/mod.ts";
export * from "./create.ts";
export * from "./default.ts";
export * from "./migrate.ts";
export * from "./open.ts";
export * from "./reader.ts";
export * from "./rotate.ts";
export { localStore } from "./local/store.ts";
