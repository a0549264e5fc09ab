export * from "./pair.ts";
