export * from "./calver.ts";
export * from "./compare.ts";
export * from "./next.ts";
