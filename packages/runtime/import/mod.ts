export * from "./import.ts";
export type { LeftOut } from "./plan.ts";
export type { ImportResult } from "./result.ts";
