export * from "./init.ts";
export * from "./lock.ts";
export * from "./repository.ts";
