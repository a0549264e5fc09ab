export * from "./code.ts";
