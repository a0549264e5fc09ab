export * from "./contents.ts";
