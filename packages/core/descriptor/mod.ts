export * from "./contents.ts";
export * from "./descriptor.ts";
