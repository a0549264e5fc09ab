export * from "./walk.ts";
