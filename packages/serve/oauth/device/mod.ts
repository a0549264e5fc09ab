export * from "./begin.ts";
export * from "./redeem.ts";
