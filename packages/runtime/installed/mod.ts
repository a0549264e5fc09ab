export * from "./install.ts";
export * from "./lockfile.ts";
export * from "./plan.ts";
export * from "./remove.ts";
export * from "./verify.ts";
