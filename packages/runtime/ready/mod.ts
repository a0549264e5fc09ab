export type { EarlyStart } from "../sandbox/child_start.ts";
export * from "./start.ts";
