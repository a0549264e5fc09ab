export * from "./outside.ts";
export type { HostName } from "../hosts/mod.ts";
