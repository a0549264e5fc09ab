export * from "./extension.ts";
export * from "./install.ts";
export * from "./list.ts";
export * from "./lockfile.ts";
export { isPlaceOf } from "./places.ts";
export * from "./plan.ts";
export * from "./remove.ts";
export * from "./verify.ts";
