export * from "./hostile.ts";
