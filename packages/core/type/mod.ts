export * from "./type.ts";
