export * from "./collect.ts";
export * from "./kinds.ts";
