export * from "./collect.ts";
export * from "./kinds.ts";
export { TEST_NAME, TYPES_NAME } from "./types_module.ts";
