export * from "./properties.ts";
export * from "./walk.ts";
