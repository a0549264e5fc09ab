export * from "./descriptor.ts";
