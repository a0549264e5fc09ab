export { MAX_TOOLS } from "./host/host.ts";
export * from "./local/mod.ts";
export * from "./stdio/mod.ts";
