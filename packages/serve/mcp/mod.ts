export { MAX_TOOLS } from "./host/mod.ts";
export * from "./local/mod.ts";
export * from "./stdio/mod.ts";
