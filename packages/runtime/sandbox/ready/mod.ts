export type { EarlyStart } from "../child_start.ts";
export * from "./start.ts";
