export * from "../../platform/rate/bucket.ts";
export * from "./limits.ts";
