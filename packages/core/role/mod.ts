export * from "./role.ts";
