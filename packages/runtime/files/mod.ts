export * from "./private.ts";
