export * from "./caller.ts";
