export * from "./outside.ts";
