export * from "./import.ts";
export type { LeftOut } from "./plan.ts";
