export * from "./kind.ts";
