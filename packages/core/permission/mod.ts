export * from "./permission.ts";
